// SPDX-License-Identifier: AGPL-3.0-only
// One row for each size of the log that was signed; a size that is signed again replaces its row.
#include "store/log/checkpoints.h"

#include <utility>

#include "sqlite/database.h"
#include "store/inside.h"

namespace arborist::store {

namespace {

Result<KeptCheckpoint> ReadCheckpoint(const sqlite::Statement& row) {
  KeptCheckpoint checkpoint{.size = static_cast<std::uint64_t>(row.Int(0)),
                            .root = {},
                            .note = std::string(row.Text(2)),
                            .signed_at = row.Int(3)};
  TRY_ASSIGN(checkpoint.root, row.Hash(1));
  return checkpoint;
}

}  // namespace

Status Checkpoints::Keep(const KeptCheckpoint& checkpoint) {
  TRY_ASSIGN(sqlite::Statement put,
             DatabaseOf(home_)->Prepare("INSERT OR REPLACE INTO checkpoints VALUES(?1,?2,?3,?4)"));
  return put.Bind(1, static_cast<std::int64_t>(checkpoint.size))
      .BindHash(2, checkpoint.root)
      .BindText(3, checkpoint.note)
      .Bind(4, checkpoint.signed_at)
      .Run();
}

Result<std::optional<KeptCheckpoint>> Checkpoints::Newest() {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare("SELECT size, root, note, signed_at FROM checkpoints "
                                        "ORDER BY size DESC LIMIT 1"));
  return select.FirstRow(ReadCheckpoint);
}

Result<std::optional<KeptCheckpoint>> Checkpoints::At(std::uint64_t size) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare(
                 "SELECT size, root, note, signed_at FROM checkpoints WHERE size=?1"));
  return select.Bind(1, static_cast<std::int64_t>(size)).FirstRow(ReadCheckpoint);
}

Result<std::vector<KeptCheckpoint>> Checkpoints::All() {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare(
                 "SELECT size, root, note, signed_at FROM checkpoints ORDER BY size"));
  return select.CollectRows(ReadCheckpoint);
}

}  // namespace arborist::store
