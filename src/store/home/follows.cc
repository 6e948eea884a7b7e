// SPDX-License-Identifier: AGPL-3.0-only
// Two tables of the home store. SQLite has signed integers of 64 bits: device and inode keep their
// bits in them.
#include "store/home/follows.h"

#include <utility>

#include "sqlite/database.h"
#include "store/inside.h"

namespace arborist::store {

namespace {

constexpr std::string_view kRootColumns =
    "SELECT root_id, uri, shard, options, device, last_run, outcome FROM follow_roots ";

FollowedRoot RootOf(const sqlite::Statement& row) {
  return {.root_id = row.Int(0),
          .uri = std::string(row.Text(1)),
          .shard = std::string(row.Text(2)),
          .options = std::string(row.Text(3)),
          .device = static_cast<std::uint64_t>(row.Int(4)),
          .last_run = row.Int(5),
          .outcome = std::string(row.Text(6))};
}

Status PutFile(sqlite::Statement* put, std::int64_t root_id, const FollowedFile& file) {
  return put->Bind(1, root_id)
      .BindText(2, file.uri)
      .Bind(3, static_cast<std::int64_t>(file.stamp.device))
      .Bind(4, static_cast<std::int64_t>(file.stamp.inode))
      .Bind(5, static_cast<std::int64_t>(file.stamp.size))
      .Bind(6, file.stamp.modified_ns)
      .Bind(7, file.stamp.changed_ns)
      .BindHash(8, file.source_hash)
      .Run();
}

}  // namespace

Result<std::vector<FollowedRoot>> Follows::Roots() {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare(std::string(kRootColumns) + "ORDER BY uri"));
  std::vector<FollowedRoot> roots;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return roots;
    roots.push_back(RootOf(select));
  }
}

Result<std::optional<FollowedRoot>> Follows::Find(std::string_view uri) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare(std::string(kRootColumns) + "WHERE uri=?1"));
  select.BindText(1, uri);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return std::nullopt;
  return RootOf(select);
}

Result<std::vector<FollowedFile>> Follows::Files(std::int64_t root_id) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare("SELECT uri, device, inode, size, modified_ns, changed_ns, "
                                        "source_hash FROM follow_files WHERE root_id=?1 ORDER BY "
                                        "uri"));
  select.Bind(1, root_id);
  std::vector<FollowedFile> files;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return files;
    TRY_ASSIGN(const Hash256 hash, select.Hash(6));
    files.push_back({.uri = std::string(select.Text(0)),
                     .stamp = {.device = static_cast<std::uint64_t>(select.Int(1)),
                               .inode = static_cast<std::uint64_t>(select.Int(2)),
                               .size = static_cast<std::uint64_t>(select.Int(3)),
                               .modified_ns = select.Int(4),
                               .changed_ns = select.Int(5)},
                     .source_hash = SourceHash(hash)});
  }
}

Result<std::int64_t> Follows::Save(const FollowedRoot& root, std::span<const FollowedFile> seen,
                                   std::span<const std::string> removed) {
  sqlite::Database* const database = DatabaseOf(home_);
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database));
  TRY_ASSIGN(sqlite::Statement put_root,
             database->Prepare("INSERT INTO follow_roots(uri, shard, options, device, last_run, "
                               "outcome) VALUES(?1,?2,?3,?4,?5,?6) ON CONFLICT(uri) DO UPDATE SET "
                               "shard=?2, options=?3, device=?4, last_run=?5, outcome=?6 "
                               "RETURNING root_id"));
  put_root.BindText(1, root.uri)
      .BindText(2, root.shard)
      .BindText(3, root.options)
      .Bind(4, static_cast<std::int64_t>(root.device))
      .Bind(5, root.last_run)
      .BindText(6, root.outcome);
  TRY(put_root.Step());
  const std::int64_t root_id = put_root.Int(0);
  put_root.Reset();
  TRY_ASSIGN(sqlite::Statement put,
             database->Prepare("INSERT OR REPLACE INTO follow_files VALUES(?1,?2,?3,?4,?5,?6,?7,"
                               "?8)"));
  for (const FollowedFile& file : seen) TRY(PutFile(&put, root_id, file));
  TRY_ASSIGN(sqlite::Statement remove,
             database->Prepare("DELETE FROM follow_files WHERE root_id=?1 AND uri=?2"));
  for (const std::string& uri : removed) TRY(remove.Bind(1, root_id).BindText(2, uri).Run());
  TRY(transaction.Commit());
  return root_id;
}

Result<bool> Follows::Forget(std::string_view uri) {
  TRY_ASSIGN(const std::optional<FollowedRoot> root, Find(uri));
  if (!root) return false;
  sqlite::Database* const database = DatabaseOf(home_);
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database));
  for (const char* sql :
       {"DELETE FROM follow_files WHERE root_id=?1", "DELETE FROM follow_roots WHERE root_id=?1"}) {
    TRY_ASSIGN(sqlite::Statement remove, database->Prepare(sql));
    TRY(remove.Bind(1, root->root_id).Run());
  }
  TRY(transaction.Commit());
  return true;
}

}  // namespace arborist::store
