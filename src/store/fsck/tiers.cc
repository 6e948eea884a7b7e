// SPDX-License-Identifier: AGPL-3.0-only
// What was evicted: the chunks, the table and the log must say the same. A text that is not there
// is no damage; one that is missing without a word is.
#include <algorithm>

#include "store/fsck/shard.h"
#include "store/log/burned.h"
#include "store/shard/tier.h"

namespace arborist::store {

void ShardCheck::NoteTier(const StoredEvent& event) {
  const std::string_view type = event.body.type;
  const bool evicts = type == kDocumentWarm || type == kDocumentCold;
  if (!evicts && type != kDocumentRehydrate && !IsDocumentBurn(type)) return;
  const auto root = Hash256::FromHexString(event.body.subject);
  if (!root) return;
  if (IsDocumentBurn(type)) {
    tiers_.erase(*root);
    return;
  }
  const auto hash = event.body.hashes.find("text");
  const Hash256 text = hash == event.body.hashes.end() ? Hash256{} : hash->second;
  std::vector<LoggedTier>& texts = tiers_[*root];
  std::erase_if(texts, [&](const LoggedTier& logged) { return logged.text == text; });
  if (evicts) {
    texts.push_back({.tier = type == kDocumentWarm ? Tier::kWarm : Tier::kCold,
                     .text = text,
                     .seq = event.body.seq,
                     .time = event.body.time});
  } else if (texts.empty()) {
    tiers_.erase(*root);
  }
}

Status ShardCheck::CheckTiers() {
  TRY(Each("tier_mismatch",
           "SELECT lower(hex(d.document_root))||':'||c.chunk_idx FROM chunks c JOIN documents d "
           "USING(doc_id) LEFT JOIN evictions e ON e.doc_id=c.doc_id AND e.revision=0 WHERE "
           "c.tier IS NOT e.tier OR (c.content IS NULL)<>(c.tier IS NOT NULL)",
           "its text is missing without being evicted, or is there although it was"));
  TRY(Each("tier_mismatch",
           "SELECT lower(hex(d.document_root))||':'||s.chunk_idx||' of revision '||s.revision FROM "
           "revision_chunks s JOIN documents d USING(doc_id) LEFT JOIN evictions e ON "
           "e.doc_id=s.doc_id AND e.revision=s.revision WHERE (s.content IS NULL)<>(e.tier IS NOT "
           "NULL)",
           "its text is missing without being evicted, or is there although it was"));
  TRY(Each("tier_mismatch",
           "SELECT lower(hex(d.document_root)) FROM documents d WHERE (SELECT count(DISTINCT "
           "e.tier) FROM evictions e WHERE e.doc_id=d.doc_id)>1 OR EXISTS(SELECT 1 FROM evictions "
           "e WHERE e.doc_id=d.doc_id AND e.tier='cold') AND (SELECT count(*) FROM evictions e "
           "WHERE e.doc_id=d.doc_id)<1+(SELECT count(*) FROM revisions r WHERE r.doc_id=d.doc_id "
           "AND r.revision>0)",
           "its revisions do not have one tier"));
  TRY(Each("core_evicted",
           "SELECT lower(hex(d.document_root)) FROM evictions e JOIN documents d USING(doc_id) "
           "JOIN formats f USING(format_id) WHERE f.kind<>'surface'",
           "a core was evicted, which never happens"));
  TRY(Each("orphan_eviction",
           "SELECT 'document '||e.doc_id FROM evictions e LEFT JOIN documents d USING(doc_id) "
           "WHERE d.doc_id IS NULL",
           "it belongs to no document"));
  if (!chain_ok_) return {};
  TRY_ASSIGN(sqlite::Statement select,
             db()->Prepare(
                 "SELECT d.document_root, e.tier, e.text_hash, e.evicted_at FROM evictions e JOIN "
                 "documents d USING(doc_id)"));
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    ++report_->checked["evicted_documents"];
    TRY_ASSIGN(const Hash256 root, select.Hash(0));
    const auto text = select.Hash(2);
    std::vector<LoggedTier>& logged = tiers_[root];
    const auto found = std::ranges::find_if(
        logged, [&](const LoggedTier& one) { return text && one.text == *text; });
    if (found == logged.end() || Name(found->tier) != select.Text(1) ||
        !erasures_.HasRowTime(found->seq, found->time, select.Int(3))) {
      Problem("eviction_mismatch", root.hex(),
              "its tier, text hash or time is not what the log recorded");
    }
    if (found != logged.end()) logged.erase(found);
  }
  for (const auto& [root, logged] : tiers_) {
    if (!logged.empty())
      Problem("eviction_mismatch", root.hex(), "the log says that it was evicted");
  }
  return {};
}

}  // namespace arborist::store
