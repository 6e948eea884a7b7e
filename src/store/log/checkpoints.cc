// SPDX-License-Identifier: AGPL-3.0-only
#include "store/log/checkpoints.h"

#include <utility>

#include "sqlite/database.h"
#include "store/inside.h"

namespace arborist::store {

namespace {

Result<std::vector<KeptCheckpoint>> ReadCheckpoints(sqlite::Statement* select) {
  std::vector<KeptCheckpoint> found;
  while (true) {
    TRY_ASSIGN(const bool row, select->Step());
    if (!row) return found;
    KeptCheckpoint checkpoint{.size = static_cast<std::uint64_t>(select->Int(0)),
                              .root = {},
                              .note = std::string(select->Text(2)),
                              .signed_at = select->Int(3)};
    TRY_ASSIGN(checkpoint.root, select->Hash(1));
    found.push_back(std::move(checkpoint));
  }
}

std::optional<KeptCheckpoint> First(std::vector<KeptCheckpoint> found) {
  if (found.empty()) return std::nullopt;
  return std::move(found[0]);
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
  TRY_ASSIGN(auto found, ReadCheckpoints(&select));
  return First(std::move(found));
}

Result<std::optional<KeptCheckpoint>> Checkpoints::At(std::uint64_t size) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare(
                 "SELECT size, root, note, signed_at FROM checkpoints WHERE size=?1"));
  select.Bind(1, static_cast<std::int64_t>(size));
  TRY_ASSIGN(auto found, ReadCheckpoints(&select));
  return First(std::move(found));
}

Result<std::vector<KeptCheckpoint>> Checkpoints::All() {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare(
                 "SELECT size, root, note, signed_at FROM checkpoints ORDER BY size"));
  return ReadCheckpoints(&select);
}

}  // namespace arborist::store
