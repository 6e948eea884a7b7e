// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "merkle/log_proof.h"
#include "store/log/log_view.h"

namespace arborist::store {

// Where a log ceases to hold: the refusal's name, the event, and what is wrong.
struct ChainBreak {
  std::string kind;
  std::string subject;
  std::string detail;
};

struct ChainCheckOptions {
  unsigned threads = 0;                // 0: as many as there are cores
  std::unordered_set<Hash256> wanted;  // events whose places shall be told
};

// A log that was hashed again from its first event on, chain and tree.
struct CheckedChain {
  LogHead head;                      // as the file says
  std::uint64_t holds = 0;           // events before the first that does not hold
  std::optional<ChainBreak> broken;  // that first one
  // The tree's nodes over the events that hold, from those over each 256 up.
  std::vector<std::vector<Hash256>> levels;
  std::unordered_map<Hash256, std::uint64_t> found;  // wanted events, and their numbers

  // For merkle/log_proof.h: what was worked out, and below it the events of the same log, without
  // which only nodes over 256 events and more are to be had. Valid for the events that hold.
  merkle::FullSubtree Subtrees(const LogView* events) const;
};

// The quick way through a log: rows are hashed as they lie, in blocks on several threads, for each
// event needs only the stored hash of the one before. Names what WalkChain names.
Result<CheckedChain> CheckChain(const std::filesystem::path& file,
                                const ChainCheckOptions& options);

}  // namespace arborist::store
