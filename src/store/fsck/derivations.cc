// SPDX-License-Identifier: AGPL-3.0-only
// Cores against the rows that say where they come from, and these against the log. Whether a
// derivation is right is a matter of who can distil: distill/fsck_cores.h.
#include <map>

#include "store/fsck/shard.h"
#include "store/log/audit_log.h"
#include "store/log/bindings.h"

namespace arborist::store {

Status ShardCheck::CheckDerivations() {
  TRY(Each("derivation_missing",
           "SELECT l.uri FROM locations l JOIN documents d USING(doc_id) JOIN formats f "
           "USING(format_id) WHERE f.kind='core' AND NOT EXISTS(SELECT 1 FROM derivations v WHERE "
           "v.location_id=l.location_id AND v.core_doc_id=l.doc_id)",
           "nothing says what this core was derived from"));
  TRY(Each("orphan_derivation",
           "SELECT 'location '||v.location_id FROM derivations v LEFT JOIN locations l "
           "USING(location_id) WHERE l.location_id IS NULL OR l.doc_id IS NOT v.core_doc_id",
           "belongs to no core, or to another"));
  TRY(Each("core_stale",
           "SELECT l.uri FROM derivations v JOIN locations l USING(location_id) JOIN documents s "
           "ON s.document_root=v.source_root WHERE l.state='current' AND s.current_locations=0",
           "is current, and a source of it is not"));
  if (!chain_ok_) return {};
  std::map<std::uint64_t, std::pair<DocumentRoot, Hash256>> bound;  // by event
  TRY(ReadEvents(db(), 0, [&](const StoredEvent& event) {
    if (event.body.type != kCoreDerived) return true;
    const auto root = Hash256::FromHexString(event.body.subject);
    const auto hash = event.body.hashes.find("derivation");
    if (root && hash != event.body.hashes.end())
      bound.emplace(event.body.seq, std::pair(DocumentRoot(*root), hash->second));
    return true;
  }));
  std::optional<DocumentRoot> after;
  while (true) {
    TRY_ASSIGN(const std::vector<DocumentView> page, reader_->documents().After(after, 256));
    if (page.empty()) return {};
    after = page.back().root;
    for (const DocumentView& document : page) {
      if (!document.is_core()) continue;
      auto derivations = reader_->derivations().Of(document.root);
      if (!derivations) {
        Problem("derivation_damage", document.root.hex(), derivations.error().message);
        continue;
      }
      for (const DerivationView& derivation : *derivations) {
        ++report_->checked["derivations"];
        const auto event = bound.find(derivation.event_seq);
        if (event == bound.end() || event->second.first != document.root ||
            event->second.second !=
                document::HashDerivation(document.root, derivation.derivation)) {
          Problem("derivation_mismatch", derivation.uri, "is not what the log recorded");
        }
      }
    }
  }
}

}  // namespace arborist::store
