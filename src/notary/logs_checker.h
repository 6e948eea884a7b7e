// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "notary/logs_check.h"
#include "store/home/home.h"
#include "store/log/chain_check.h"
#include "store/log/log_view.h"

namespace arborist::notary {

// What the home log recorded of a shard, one shard_head event.
struct RecordedHead {
  std::uint64_t seq = 0;  // of the event
  Hash256 log;
  EventHash head;
  Hash256 state;
  std::optional<Hash256> tree;  // events of schema 1 have none
  std::optional<std::uint64_t> size;
};

class LogsChecker {
 public:
  explicit LogsChecker(const LogsCheck& check) : check_(check) {}

  Result<LogsReport> Run();

 private:
  void Add(std::string kind, std::string log, std::string detail) {
    report_.findings.push_back({std::move(kind), std::move(log), std::move(detail)});
  }
  // A log that could not be read. A disk that fails is no finding: nobody has changed anything.
  void AddUnread(std::string kind, std::string log, Error error) {
    if (!IsOfTheSystem(error.code)) {
      return Add(std::move(kind), std::move(log), std::move(error.message));
    }
    report_.not_checked.push_back({std::move(log), std::move(error)});
  }

  // logs_check.cc: the home log
  Status CheckHome();
  Status CheckHomeLog(const store::CheckedChain& chain);
  Status CheckAnchors(const store::CheckedChain& chain, bool later);
  Result<std::optional<std::uint64_t>> LastThatHolds(const store::CheckedChain& chain,
                                                     std::uint64_t before);
  Status ReadHeads(std::uint64_t holds);
  Status CheckKeptTree(const std::string& name, const store::CheckedChain& chain);
  void CheckPairs();

  // shard_logs_check.cc
  Status CheckShards();
  void CheckShard(const std::string& name, const std::vector<RecordedHead>& heads);
  Status HoldAgainst(const std::string& name, const std::vector<RecordedHead>& heads,
                     const store::LogView& shard, const store::CheckedChain& chain, bool later,
                     LogState* state);
  void Shortened(const std::string& name, std::uint64_t recorded, bool later,
                 const store::CheckedChain& chain);

  const LogsCheck& check_;
  LogsReport report_;
  std::unique_ptr<store::HomeStore> home_;  // nullptr: there is none, or it cannot be read
  std::vector<audit::Checkpoint> hints_;    // that the keys signed, from inside
  std::uint64_t anchored_ = 0;              // events of the home log
  std::map<std::string, std::vector<RecordedHead>> heads_;
};

// The tree's root over the first events, from what was checked.
Result<Hash256> RootAt(const store::CheckedChain& chain, const store::LogView& log,
                       std::uint64_t size);

}  // namespace arborist::notary
