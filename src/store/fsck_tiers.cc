// SPDX-License-Identifier: AGPL-3.0-only
// What was evicted: the chunks, the table and the log must say the same. A text that is not there
// is no damage; one that is missing without a word is.
#include "store/erase.h"
#include "store/fsck_shard.h"
#include "store/tier.h"

namespace arborist::store {

void ShardCheck::NoteTier(const StoredEvent& event) {
  const std::string_view type = event.body.type;
  const bool evicts = type == kDocumentWarm || type == kDocumentCold;
  if (!evicts && type != kDocumentRehydrate && !IsDocumentBurn(type)) return;
  const auto root = Hash256::FromHexString(event.body.subject);
  if (!root) return;
  if (!evicts) {
    tiers_.erase(*root);
    return;
  }
  const auto text = event.body.hashes.find("text");
  tiers_[*root] = {.tier = type == kDocumentWarm ? Tier::kWarm : Tier::kCold,
                   .text = text == event.body.hashes.end() ? Hash256{} : text->second,
                   .seq = event.body.seq,
                   .time = event.body.time};
}

Status ShardCheck::CheckTiers() {
  TRY(Each("tier_mismatch",
           "SELECT lower(hex(d.document_root))||':'||c.chunk_idx FROM chunks c JOIN documents d "
           "USING(doc_id) LEFT JOIN evictions e USING(doc_id) WHERE c.tier IS NOT e.tier OR "
           "(c.content IS NULL)<>(c.tier IS NOT NULL)",
           "its text is missing without being evicted, or is there although it was"));
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
    const auto logged = tiers_.find(root);
    if (logged == tiers_.end() || Name(logged->second.tier) != select.Text(1) || !text ||
        *text != logged->second.text ||
        !erasures_.HasRowTime(logged->second.seq, logged->second.time, select.Int(3))) {
      Problem("eviction_mismatch", root.hex(),
              "its tier, text hash or time is not what the log recorded");
    }
    if (logged != tiers_.end()) tiers_.erase(logged);
  }
  for (const auto& [root, logged] : tiers_) {
    Problem("eviction_mismatch", root.hex(), "the log says that it was evicted");
  }
  return {};
}

}  // namespace arborist::store
