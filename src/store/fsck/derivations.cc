// SPDX-License-Identifier: AGPL-3.0-only
// Queries find cores without a derivation, derivations without a core, and current cores of sources
// that are not. Then the events of derivations are read once, and the derivation of each core is
// hashed and compared with its event.
#include "store/fsck/derivations.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "store/log/audit_log.h"
#include "store/log/bindings.h"

namespace arborist::store {

namespace {

// By event: the core, and the hash of its derivation.
using BoundDerivations = std::map<std::uint64_t, std::pair<DocumentRoot, Hash256>>;

Result<BoundDerivations> ReadBoundDerivations(sqlite::Database* database) {
  BoundDerivations bound;
  TRY(ReadEvents(database, 0, [&](const StoredEvent& event) {
    if (event.body.type != kCoreDerived) return true;
    const auto root = Hash256::FromHexString(event.body.subject);
    const auto hash = event.body.hashes.find("derivation");
    if (root && hash != event.body.hashes.end())
      bound.emplace(event.body.seq, std::pair(DocumentRoot(*root), hash->second));
    return true;
  }));
  return bound;
}

void CheckDerivationsOf(const CheckedShard& shard, const DocumentRoot& core,
                        const BoundDerivations& bound) {
  auto derivations = shard.reader->derivations().Of(core);
  if (!derivations) {
    return shard.Problem("derivation_damage", core.hex(), derivations.error().message);
  }
  for (const DerivationView& derivation : *derivations) {
    shard.findings->Count("derivations");
    const auto event = bound.find(derivation.event_seq);
    if (event == bound.end() || event->second.first != core ||
        event->second.second != document::HashDerivation(core, derivation.derivation)) {
      shard.Problem("derivation_mismatch", derivation.uri, "is not what the log recorded");
    }
  }
}

}  // namespace

Status CheckDerivations(const CheckedShard& shard, const LoggedShard& logged) {
  TRY(shard.EachIsProblem(
      "derivation_missing",
      "SELECT l.uri FROM locations l JOIN documents d USING(doc_id) JOIN formats f "
      "USING(format_id) WHERE f.kind='core' AND NOT EXISTS(SELECT 1 FROM derivations v WHERE "
      "v.location_id=l.location_id AND v.core_doc_id=l.doc_id)",
      "nothing says what this core was derived from"));
  TRY(shard.EachIsProblem(
      "orphan_derivation",
      "SELECT 'location '||v.location_id FROM derivations v LEFT JOIN locations l "
      "USING(location_id) WHERE l.location_id IS NULL OR l.doc_id IS NOT v.core_doc_id",
      "belongs to no core, or to another"));
  TRY(shard.EachIsProblem(
      "core_stale",
      "SELECT l.uri FROM derivations v JOIN locations l USING(location_id) JOIN documents s "
      "ON s.document_root=v.source_root WHERE l.state='current' AND s.current_locations=0",
      "is current, and a source of it is not"));
  if (!logged.holds) return {};
  TRY_ASSIGN(const BoundDerivations bound, ReadBoundDerivations(shard.database()));
  std::optional<DocumentRoot> after;
  while (true) {
    TRY_ASSIGN(const std::vector<DocumentView> page, shard.reader->documents().After(after, 256));
    if (page.empty()) return {};
    after = page.back().root;
    for (const DocumentView& document : page) {
      if (document.is_core()) CheckDerivationsOf(shard, document.root, bound);
    }
  }
}

}  // namespace arborist::store
