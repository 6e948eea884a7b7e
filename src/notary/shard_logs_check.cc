// SPDX-License-Identifier: AGPL-3.0-only
// The logs of the shards, against what the home log recorded of them.
#include <algorithm>
#include <set>

#include "notary/logs_checker.h"
#include "store/home/home.h"

namespace arborist::notary {

namespace {

// How many events a shard had when its head was recorded. The event binds the number and does not
// say it; the table that says it can be changed, and is tried first.
std::optional<std::uint64_t> RecordedSize(const std::string& name, const RecordedHead& head,
                                          std::uint64_t now) {
  constexpr std::uint64_t kTries = std::uint64_t{1} << 20;
  const auto fits = [&](std::uint64_t size) {
    return store::HashShardState(name, {head.log, size, head.head}) == head.state;
  };
  if (head.size && fits(*head.size)) return head.size;
  for (std::uint64_t size = now + 1; size <= now + kTries; ++size) {
    if (fits(size)) return size;
  }
  return std::nullopt;
}

}  // namespace

// The log holds and ends before a head that was recorded of it.
void LogsChecker::Shortened(const std::string& name, std::uint64_t recorded, bool later,
                            const store::CheckedChain& chain) {
  const std::string ends = "its log has " + std::to_string(chain.head.size) + " of the " +
                           std::to_string(recorded) +
                           " events that the home log recorded of it, and its tables ";
  if (later) {
    Add("shard_truncated", name, ends + "still speak of later ones: its end was cut off");
  } else {
    Add("shard_rolled_back", name,
        ends + "know of none behind them: an older copy of the file was put back");
  }
}

Status LogsChecker::HoldAgainst(const std::string& name, const std::vector<RecordedHead>& heads,
                                const store::LogView& shard, const store::CheckedChain& chain,
                                bool later, LogState* state) {
  std::uint64_t recorded = 0;
  for (const RecordedHead& head : heads) {
    const auto place = chain.found.find(head.head);
    if (place == chain.found.end()) {
      if (chain.broken) continue;  // said already
      const auto size = RecordedSize(name, head, chain.head.size);
      if (size && *size > chain.head.size) {
        Shortened(name, *size, later, chain);
        return {};
      }
      const std::string lacks =
          "its chain holds and has no event " + head.head.hex().substr(0, 12) + ", which event " +
          std::to_string(head.seq) + " of the home log recorded as its newest: ";
      if (recorded > 0) {
        Add("shard_forked", name,
            lacks + "it went another way behind its first " + std::to_string(recorded) +
                " events, which were recorded before");
      } else {
        Add("shard_rechained", name, lacks + "it was written anew");
      }
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
  const store::ShardAddress shard = check_.home.shard(name);
  const Result<bool> exists = shard.Exists();
  if (!exists) {
    AddUnread("shard_unreadable", name, exists.error());
    return;
  }
  if (!*exists) {
    if (heads.empty()) return;
    Add("shard_missing", name, shard.shown() + " is gone, and the home log recorded its events");
    return;
  }
  store::ChainCheckOptions options{.threads = check_.threads, .wanted = {}};
  for (const RecordedHead& head : heads) options.wanted.insert(head.head);
  auto log = store::OpenLog(check_.home, store::LogName::Shard(name));
  auto chain =
      log ? (*log)->CheckChain(options) : Result<store::CheckedChain>(std::unexpected(log.error()));
  if (!chain) {
    AddUnread("shard_unreadable", name, std::move(chain).error());
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
  const Result<bool> later = chain->broken ? Result<bool>(false) : (*log)->RowsSpeakOfLater();
  const std::size_t before = report_.findings.size();
  Status done = later ? HoldAgainst(name, heads, **log, *chain, *later, &state)
                      : Status(std::unexpected(later.error()));
  if (done && *later && report_.findings.size() == before) {
    Add("shard_truncated", name,
        "its log has " + std::to_string(chain->head.size) +
            " events, and its tables speak of later ones: its end was cut off");
  }
  if (done) done = CheckKeptTree(name, *chain);
  const auto root = RootAt(*chain, **log, chain->holds);
  if (root) state.root = *root;
  if (!done || !root) {
    AddUnread("shard_unreadable", name, done ? root.error() : done.error());
  }
  if (heads.empty() && home_) {
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
      names.insert(set.ShardAt(check_.home, i).name());
    }
  }
  for (const std::string& name : names) {
    const auto heads = heads_.find(name);
    CheckShard(name, heads == heads_.end() ? std::vector<RecordedHead>{} : heads->second);
  }
  return {};
}

}  // namespace arborist::notary
