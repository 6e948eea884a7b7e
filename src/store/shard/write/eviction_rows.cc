// SPDX-License-Identifier: AGPL-3.0-only
// Most shards have no such row, and every document that is put asks: whether there is any is known
// without a look at the table.
#include "store/shard/write/eviction_rows.h"

#include <optional>

#include "base/check.h"

namespace arborist::store {

namespace {

Result<std::vector<EvictionRows::Dropped>> ReadDropped(sqlite::Statement* select) {
  return select->CollectRows([](const sqlite::Statement& row) -> Result<EvictionRows::Dropped> {
    TRY_ASSIGN(const Hash256 text, row.Hash(1));
    return EvictionRows::Dropped(row.Int(0), text);
  });
}

}  // namespace

Result<std::unique_ptr<EvictionRows>> EvictionRows::Open(WriterConnection* connection) {
  TRY_ASSIGN(const std::int64_t any,
             connection->database().QueryInt("SELECT EXISTS(SELECT 1 FROM evictions)"));
  return std::unique_ptr<EvictionRows>(new EvictionRows(connection, any != 0));
}

Result<Tier> EvictionRows::TierOf(std::int64_t doc_id, std::int64_t revision) {
  if (!any_) return Tier::kHot;
  TRY_ASSIGN(sqlite::Statement select,
             connection_->database().Prepare(
                 "SELECT tier FROM evictions WHERE doc_id=?1 AND revision=?2"));
  TRY_ASSIGN(const bool row, select.Bind(1, doc_id).Bind(2, revision).Step());
  if (!row) return Tier::kHot;
  const std::optional<Tier> tier = TierFromName(select.Text(0));
  if (!tier) return Fail(ErrorCode::kCorrupt, "an eviction has no tier; run arborist fsck");
  return *tier;
}

Result<std::vector<EvictionRows::Dropped>> EvictionRows::Of(std::int64_t doc_id) {
  TRY_ASSIGN(
      sqlite::Statement select,
      connection_->database().Prepare("SELECT revision, text_hash FROM evictions WHERE doc_id=?1"));
  select.Bind(1, doc_id);
  return ReadDropped(&select);
}

Result<std::vector<EvictionRows::Dropped>> EvictionRows::ColdOf(std::int64_t doc_id) {
  TRY_ASSIGN(sqlite::Statement select,
             connection_->database().Prepare(
                 "SELECT revision, text_hash FROM evictions WHERE doc_id=?1 AND tier='cold'"));
  select.Bind(1, doc_id);
  return ReadDropped(&select);
}

Result<Hash256> EvictionRows::TextHashOf(std::int64_t doc_id, std::int64_t revision) {
  TRY_ASSIGN(sqlite::Statement select,
             connection_->database().Prepare(
                 "SELECT text_hash FROM evictions WHERE doc_id=?1 AND revision=?2"));
  TRY_ASSIGN(const bool there, select.Bind(1, doc_id).Bind(2, revision).Step());
  CHECK(there);
  return select.Hash(0);
}

Status EvictionRows::Put(std::int64_t doc_id, const Dropped& dropped, Tier tier) {
  TRY_ASSIGN(sqlite::Statement put, connection_->database().Prepare(
                                        "INSERT OR REPLACE INTO evictions VALUES(?1,?2,?3,?4,?5)"));
  any_ = true;
  return put.Bind(1, doc_id)
      .Bind(2, dropped.first)
      .BindText(3, Name(tier))
      .BindHash(4, dropped.second)
      .Bind(5, connection_->log().Now())
      .Run();
}

Status EvictionRows::Remove(std::int64_t doc_id, std::int64_t revision) {
  TRY_ASSIGN(
      sqlite::Statement remove,
      connection_->database().Prepare("DELETE FROM evictions WHERE doc_id=?1 AND revision=?2"));
  return remove.Bind(1, doc_id).Bind(2, revision).Run();
}

}  // namespace arborist::store
