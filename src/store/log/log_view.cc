// SPDX-License-Identifier: AGPL-3.0-only
#include "store/log/log_view.h"

#include <optional>
#include <utility>

#include "base/files.h"
#include "store/inside.h"
#include "store/log/sqlite_log.h"

namespace arborist::store {

Result<StoredEvent> LogView::EventAt(std::uint64_t seq) const {
  std::optional<StoredEvent> event;
  TRY(ReadEvents(seq, seq + 1, [&](const StoredEvent& found) {
    event = found;
    return false;
  }));
  if (!event) return Fail(ErrorCode::kNotFound, "the log has no event " + std::to_string(seq));
  return std::move(*event);
}

namespace {
std::filesystem::path FileOfLog(const HomePaths& home, const LogName& name) {
  return name.of == LogName::Of::kHome ? home.home_store() : FileOf(home.shard(name.text));
}
}  // namespace

Result<std::vector<LogName>> LogNames(const HomePaths& home) {
  std::vector<LogName> names;
  const auto add = [&](LogName name) -> Status {
    TRY_ASSIGN(const bool exists, Exists(FileOfLog(home, name)));
    if (exists) names.push_back(std::move(name));
    return {};
  };
  TRY(add(LogName()));
  TRY_ASSIGN(const std::vector<ShardSet> sets, ListShardSets(home));
  for (const ShardSet& set : sets) {
    for (std::uint32_t i = 0; i < set.count; ++i) {
      TRY(add(LogName::Shard(set.ShardAt(home, i).name())));
    }
  }
  return names;
}

Result<std::unique_ptr<LogView>> OpenLog(const HomePaths& home, const LogName& name) {
  return SqliteLog::Open(FileOfLog(home, name), name.of);
}

}  // namespace arborist::store
