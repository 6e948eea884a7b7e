// SPDX-License-Identifier: AGPL-3.0-only
// The logs of the shards, against what the home log recorded of them.
#include <algorithm>
#include <filesystem>
#include <set>

#include "notary/logs_checker.h"
#include "store/home.h"

namespace arborist::notary {

// The log holds and ends before a head that was recorded of it.
Status LogsChecker::Shortened(const std::string& name, const RecordedHead& head,
                              sqlite::Database* shard, const store::CheckedChain& chain) {
  const std::string end = std::to_string(chain.head.size);
  TRY_ASSIGN(const std::int64_t later,
             shard->QueryInt("SELECT EXISTS(SELECT 1 FROM locations WHERE last_event>=" + end +
                             ") OR EXISTS(SELECT 1 FROM audit_texts WHERE seq>=" + end + ")"));
  const std::string ends = "its log has " + end + " of the " + std::to_string(*head.size) +
                           " events that the home log recorded of it, and its tables ";
  if (later != 0) {
    Add("shard_truncated", name, ends + "still speak of later ones: its end was cut off");
  } else {
    Add("shard_rolled_back", name,
        ends + "know of none behind them: an older copy of the file was put back");
  }
  return {};
}

Status LogsChecker::HoldAgainst(const std::string& name, const std::vector<RecordedHead>& heads,
                                sqlite::Database* shard, const store::CheckedChain& chain,
                                LogState* state) {
  std::uint64_t recorded = 0;
  for (const RecordedHead& head : heads) {
    const auto place = chain.found.find(head.head);
    if (place == chain.found.end()) {
      if (chain.broken) continue;  // said already
      if (head.size && *head.size > chain.head.size) return Shortened(name, head, shard, chain);
      Add("shard_rechained", name,
          "its chain holds and has no event " + head.head.hex().substr(0, 12) + ", which event " +
              std::to_string(head.seq) +
              " of the home log recorded as its newest: it was written anew");
      return {};
    }
    const std::uint64_t size = place->second + 1;
    const bool same_state = store::HashShardState(name, {head.log, size, head.head}) == head.state;
    TRY_ASSIGN(const Hash256 root, RootAt(chain, shard, size));
    if (!same_state || (head.tree && *head.tree != root)) {
      Add("shard_rechained", name,
          "its first " + std::to_string(size) + " events are not those that event " +
              std::to_string(head.seq) + " of the home log recorded");
      return {};
    }
    recorded = std::max(recorded, size);
    if (head.seq < anchored_) state->anchored = std::max(state->anchored, size);
  }
  if (recorded < chain.head.size && !heads.empty() && !chain.broken) {
    report_.notes.push_back("newer than what the home log recorded, in shard " + name + ": " +
                            std::to_string(chain.head.size - recorded) + " events");
  }
  return {};
}

void LogsChecker::CheckShard(const std::string& name, const std::vector<RecordedHead>& heads) {
  const std::filesystem::path file = check_.home.shards() / (name + ".db");
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    if (heads.empty()) return;
    Add("shard_missing", name, file.string() + " is gone, and the home log recorded its events");
    return;
  }
  store::ChainCheckOptions options{.threads = check_.threads, .wanted = {}};
  for (const RecordedHead& head : heads) options.wanted.insert(head.head);
  auto database = sqlite::Database::Open(file, {});
  auto chain = database ? store::CheckChain(file, options)
                        : Result<store::CheckedChain>(std::unexpected(database.error()));
  if (!chain) {
    Add("shard_unreadable", name, chain.error().message);
    return;
  }
  if (!heads.empty() && chain->head.log != heads.back().log) {
    for (const auto& [other, known] : heads_) {
      if (known.back().log != chain->head.log) continue;
      Add("shard_swapped", name, "under its name stands the log of shard " + other);
      return;
    }
    Add("shard_replaced", name,
        "its log is another than the one that the home log recorded (" +
            heads.back().log.hex().substr(0, 12) + ")");
    return;
  }
  if (chain->broken) {
    Add("shard_rewritten", name, chain->broken->kind + ": " + chain->broken->detail);
  }
  LogState state{.name = name,
                 .id = chain->head.log,
                 .events = chain->head.size,
                 .head = chain->head.head,
                 .root = {}};
  Status done = HoldAgainst(name, heads, &*database, *chain, &state);
  if (done) done = CheckKeptTree(name, *chain);
  const auto root = RootAt(*chain, &*database, chain->holds);
  if (root) state.root = *root;
  if (!done || !root) {
    Add("shard_unreadable", name, done ? root.error().message : done.error().message);
  }
  if (heads.empty()) {
    report_.notes.push_back("shard " + name + " is not known to the home log");
  }
  report_.logs.push_back(state);
}

Status LogsChecker::CheckShards() {
  std::set<std::string> names;
  for (const auto& [name, heads] : heads_) names.insert(name);
  TRY_ASSIGN(const auto sets, store::ListShardSets(check_.home));
  for (const store::ShardSet& set : sets) {
    for (std::uint32_t i = 0; i < set.count; ++i) {
      names.insert(set.PathOf(check_.home, i).stem().string());
    }
  }
  for (const std::string& name : names) {
    const auto heads = heads_.find(name);
    CheckShard(name, heads == heads_.end() ? std::vector<RecordedHead>{} : heads->second);
  }
  return {};
}

}  // namespace arborist::notary
