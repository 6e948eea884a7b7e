// SPDX-License-Identifier: AGPL-3.0-only
// A shard_head event binds the size of a shard's log in a hash and does not say it. head_sizes says
// it, by event; shard_heads has the newest size and head of each shard. Whoever can write to the
// file can change both tables, so a size counts only when the event's hash over it comes out the
// same.
#include "store/home/recorded_heads.h"

#include <algorithm>
#include <string>

#include "sqlite/database.h"
#include "store/inside.h"

namespace arborist::store {

Result<std::optional<RecordedHeads::Size>> RecordedHeads::NewestBefore(std::uint64_t end,
                                                                       std::string_view shard) {
  // An older file has no sizes for single events, only that of the newest.
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare(
                 "SELECT e.seq, coalesce(s.size, h.size) FROM audit_events e "
                 "LEFT JOIN head_sizes s USING(seq) LEFT JOIN shard_heads h ON h.shard=?3 "
                 "WHERE e.type_id=(SELECT name_id FROM audit_names WHERE "
                 "name='shard_head') AND e.subject=?1 AND e.seq<?2 "
                 "ORDER BY e.seq DESC LIMIT 1"));
  const std::string subject = "t" + std::string(shard);
  select.BindBlob(1, subject)
      .Bind(2, static_cast<std::int64_t>(std::min<std::uint64_t>(end, INT64_MAX)))
      .BindText(3, shard);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row || select.IsNull(1)) return std::nullopt;
  const Size found{static_cast<std::uint64_t>(select.Int(0)),
                   static_cast<std::uint64_t>(select.Int(1))};
  select.Reset();
  // The row is a shortcut; the event binds the size.
  TRY_ASSIGN(const StoredEvent event, home_->log().EventAt(found.seq));
  const auto hash = [&](const char* name) {
    const auto it = event.body.hashes.find(name);
    return it == event.body.hashes.end() ? Hash256{} : it->second;
  };
  const LogHead head{hash("log"), found.size, EventHash(hash("head"))};
  if (!event.body.hashes.contains("tree") || HashShardState(shard, head) != hash("state"))
    return std::nullopt;
  return found;
}

Result<std::map<std::uint64_t, std::uint64_t>> RecordedHeads::Sizes() {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare("SELECT seq, size FROM head_sizes"));
  std::map<std::uint64_t, std::uint64_t> sizes;
  TRY(select.ForEachRow(
      [&](const sqlite::Statement& row) { sizes.emplace(row.Int(0), row.Int(1)); }));
  return sizes;
}

Result<std::optional<RecordedHeads::Seen>> RecordedHeads::LastSeen(std::string_view shard) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare("SELECT size, head FROM shard_heads WHERE shard=?1"));
  return select.BindText(1, shard).FirstRow([](const sqlite::Statement& row) -> Result<Seen> {
    TRY_ASSIGN(const Hash256 head, row.Hash(1));
    return Seen{static_cast<std::uint64_t>(row.Int(0)), EventHash(head)};
  });
}

}  // namespace arborist::store
