// SPDX-License-Identifier: AGPL-3.0-only
// Counts are added here by answers and handed on to the shards by evictions. Forget subtracts what
// was handed on instead of deleting it, because a use may have been noted meanwhile.
#include "store/home/hits.h"

#include "sqlite/database.h"
#include "store/inside.h"

namespace arborist::store {

Status Hits::Count(std::span<const DocumentRoot> roots) {
  if (roots.empty()) return {};
  const std::int64_t now = home_->clock().NowSeconds();
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(DatabaseOf(home_)));
  TRY_ASSIGN(sqlite::Statement put,
             DatabaseOf(home_)->Prepare(
                 "INSERT INTO document_hits VALUES(?1,1,?2) ON CONFLICT(document_root) DO UPDATE "
                 "SET hit_count=hit_count+1, last_hit_at=max(last_hit_at,?2)"));
  for (const DocumentRoot& root : roots) TRY(put.BindHash(1, root).Bind(2, now).Run());
  return transaction.Commit();
}

Result<DocumentHits> Hits::Of(const DocumentRoot& root) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare("SELECT hit_count, last_hit_at FROM document_hits WHERE "
                                        "document_root=?1"));
  TRY_ASSIGN(const std::optional<DocumentHits> hits,
             select.BindHash(1, root).FirstRow([](const sqlite::Statement& row) {
               return DocumentHits{.count = row.Int(0), .last = row.Int(1)};
             }));
  return hits.value_or(DocumentHits{});
}

Result<std::map<DocumentRoot, DocumentHits>> Hits::All() {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare(
                 "SELECT document_root, hit_count, last_hit_at FROM document_hits"));
  std::map<DocumentRoot, DocumentHits> all;
  TRY(select.ForEachRow([&](const sqlite::Statement& row) -> Status {
    TRY_ASSIGN(const Hash256 root, row.Hash(0));
    all[DocumentRoot(root)] = {.count = row.Int(1), .last = row.Int(2)};
    return {};
  }));
  return all;
}

Status Hits::Forget(const std::map<DocumentRoot, DocumentHits>& told) {
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(DatabaseOf(home_)));
  TRY_ASSIGN(sqlite::Statement less,
             DatabaseOf(home_)->Prepare("UPDATE document_hits SET hit_count=hit_count-?2 WHERE "
                                        "document_root=?1"));
  for (const auto& [root, hits] : told) TRY(less.BindHash(1, root).Bind(2, hits.count).Run());
  TRY(DatabaseOf(home_)->Execute("DELETE FROM document_hits WHERE hit_count<=0"));
  return transaction.Commit();
}

}  // namespace arborist::store
