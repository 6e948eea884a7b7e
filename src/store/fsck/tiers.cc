// SPDX-License-Identifier: AGPL-3.0-only
// Chunks against the table of evictions by queries; then each row of that table is struck off what
// the log says was evicted, and what is left over was lost.
#include "store/fsck/tiers.h"

#include <algorithm>

#include "store/shard/tier.h"

namespace arborist::store {

Status CheckTiers(const CheckedShard& shard, const LoggedShard& logged) {
  TRY(shard.EachIsProblem(
      "tier_mismatch",
      "SELECT lower(hex(d.document_root))||':'||c.chunk_idx FROM chunks c JOIN documents d "
      "USING(doc_id) LEFT JOIN evictions e ON e.doc_id=c.doc_id AND e.revision=0 WHERE "
      "c.tier IS NOT e.tier OR (c.content IS NULL)<>(c.tier IS NOT NULL)",
      "its text is missing without being evicted, or is there although it was"));
  TRY(shard.EachIsProblem(
      "tier_mismatch",
      "SELECT lower(hex(d.document_root))||':'||s.chunk_idx||' of revision '||s.revision FROM "
      "revision_chunks s JOIN documents d USING(doc_id) LEFT JOIN evictions e ON "
      "e.doc_id=s.doc_id AND e.revision=s.revision WHERE (s.content IS NULL)<>(e.tier IS NOT "
      "NULL)",
      "its text is missing without being evicted, or is there although it was"));
  TRY(shard.EachIsProblem(
      "tier_mismatch",
      "SELECT lower(hex(d.document_root)) FROM documents d WHERE (SELECT count(DISTINCT "
      "e.tier) FROM evictions e WHERE e.doc_id=d.doc_id)>1 OR EXISTS(SELECT 1 FROM evictions "
      "e WHERE e.doc_id=d.doc_id AND e.tier='cold') AND (SELECT count(*) FROM evictions e "
      "WHERE e.doc_id=d.doc_id)<1+(SELECT count(*) FROM revisions r WHERE r.doc_id=d.doc_id "
      "AND r.revision>0)",
      "its revisions do not have one tier"));
  TRY(shard.EachIsProblem(
      "core_evicted",
      "SELECT lower(hex(d.document_root)) FROM evictions e JOIN documents d USING(doc_id) "
      "JOIN formats f USING(format_id) WHERE f.kind<>'surface'",
      "a core was evicted, which never happens"));
  TRY(shard.EachIsProblem(
      "orphan_eviction",
      "SELECT 'document '||e.doc_id FROM evictions e LEFT JOIN documents d USING(doc_id) "
      "WHERE d.doc_id IS NULL",
      "it belongs to no document"));
  if (!logged.holds) return {};
  auto evicted = logged.evicted;
  TRY_ASSIGN(sqlite::Statement select,
             shard.database()->Prepare(
                 "SELECT d.document_root, e.tier, e.text_hash, e.evicted_at FROM evictions e JOIN "
                 "documents d USING(doc_id)"));
  TRY(select.ForEachRow([&](const sqlite::Statement& row) -> Status {
    shard.findings->Count("evicted_documents");
    TRY_ASSIGN(const Hash256 root, row.Hash(0));
    const auto text = row.Hash(2);
    std::vector<LoggedShard::EvictedText>& texts = evicted[root];
    const auto found = std::ranges::find_if(
        texts, [&](const LoggedShard::EvictedText& one) { return text && one.text == *text; });
    if (found == texts.end() || Name(found->tier) != row.Text(1) ||
        !logged.erasures.HasRowTime(found->seq, found->time, row.Int(3))) {
      shard.Problem("eviction_mismatch", root.hex(),
                    "its tier, text hash or time is not what the log recorded");
    }
    if (found != texts.end()) texts.erase(found);
    return {};
  }));
  for (const auto& [root, texts] : evicted) {
    if (!texts.empty())
      shard.Problem("eviction_mismatch", root.hex(), "the log says that it was evicted");
  }
  return {};
}

}  // namespace arborist::store
