// SPDX-License-Identifier: AGPL-3.0-only
// A memo is found by the hash of its request alone. It belongs to one state of the corpus: the
// first memo of another state deletes all others.
#include "store/home/memos.h"

#include "crypto/sha256.h"
#include "sqlite/database.h"
#include "store/inside.h"

namespace arborist::store {

Result<std::optional<Memos::Memo>> Memos::Find(const Hash256& memo) {
  TRY_ASSIGN(
      sqlite::Statement select,
      DatabaseOf(home_)->Prepare("SELECT cache_key, lookup_path FROM lookup_memos WHERE memo=?1"));
  return select.BindHash(1, memo).FirstRow([](const sqlite::Statement& row) -> Result<Memo> {
    TRY_ASSIGN(const Hash256 key, row.Hash(0));
    return Memo{CacheKey(key), std::string(row.Text(1))};
  });
}

Status Memos::Put(std::string_view request, const Memo& value, const Hash256& corpus_state) {
  sqlite::Database* const database = DatabaseOf(home_);
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database));
  TRY_ASSIGN(sqlite::Statement drop,
             database->Prepare("DELETE FROM lookup_memos WHERE corpus_state<>?1"));
  TRY(drop.BindHash(1, corpus_state).Run());
  TRY_ASSIGN(sqlite::Statement put,
             database->Prepare("INSERT OR REPLACE INTO lookup_memos(memo, cache_key, lookup_path, "
                               "corpus_state, request) VALUES(?1,?2,?3,?4,?5)"));
  TRY(put.BindHash(1, crypto::Sha256(request))
          .BindHash(2, value.cache_key)
          .BindText(3, value.lookup_path)
          .BindHash(4, corpus_state)
          .BindText(5, request)
          .Run());
  return transaction.Commit();
}

Status Memos::ForEach(const std::function<void(const Kept&)>& visit) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare("SELECT memo, cache_key, lookup_path, corpus_state, "
                                        "request FROM lookup_memos"));
  return select.ForEachRow([&](const sqlite::Statement& row) {
    Kept kept{.memo = {},
              .cache_key = {},
              .lookup_path = std::string(row.Text(2)),
              .corpus_state = ToHex(AsBytes(row.Blob(3))),
              .request = std::string(row.Text(4))};
    if (const auto memo = row.Hash(0)) kept.memo = *memo;
    if (const auto key = row.Hash(1)) kept.cache_key = CacheKey(*key);
    visit(kept);
  });
}

Result<std::string> ModelRevisions::Of(std::string_view endpoint, std::string_view model_id) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare(
                 "SELECT revision FROM model_revisions WHERE endpoint=?1 AND model_id=?2"));
  select.BindText(1, endpoint).BindText(2, model_id);
  TRY_ASSIGN(const bool row, select.Step());
  return row ? std::string(select.Text(0)) : std::string();
}

Status ModelRevisions::Set(std::string_view endpoint, std::string_view model_id,
                           std::string_view revision) {
  TRY_ASSIGN(
      sqlite::Statement put,
      DatabaseOf(home_)->Prepare("INSERT OR REPLACE INTO model_revisions VALUES(?1,?2,?3,?4)"));
  return put.BindText(1, endpoint)
      .BindText(2, model_id)
      .BindText(3, revision)
      .Bind(4, home_->clock().NowSeconds())
      .Run();
}

}  // namespace arborist::store
