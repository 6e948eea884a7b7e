// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/hash256.h"
#include "merkle/log_proof.h"
#include "merkle/log_tree.h"
#include "store/home/home.h"
#include "store/log/log_view.h"

namespace arborist::store {

// The tree of a log as it is kept: the roots over each 256, 65536 ... events, in the home store's
// log_nodes, so that a proof reads some hundred rows and not the whole log. Append-only like the
// log, and made from it alone: whoever doubts them makes them again.
class LogNodes {
 public:
  static constexpr unsigned kLevels = 8;  // every eighth level is kept
  static constexpr std::uint64_t kBlock = std::uint64_t{1} << kLevels;

  // events: the log itself; nullptr where only what is kept is asked for. home: nullptr where there
  // is no home store and all is worked out from the events.
  LogNodes(const LogView* events, HomeStore* home, const Hash256& log)
      : events_(events), home_(home), log_(log) {}

  static bool IsKept(unsigned level) { return level > 0 && level % kLevels == 0; }

  // For merkle/log_proof.h. Kept nodes are believed, missing ones worked out.
  merkle::FullSubtree Subtrees() const;
  // The tree of the first `size` events, to go on from.
  Result<merkle::LogTree> TreeAt(std::uint64_t size) const;

  Result<std::optional<Hash256>> Find(unsigned level, std::uint64_t place) const;
  Result<std::uint64_t> Count() const;
  // Each node as it is kept, for a check: a root that is no hash is not there. The callback returns
  // false to stop.
  struct Kept {
    std::int64_t level = 0;
    std::int64_t place = 0;
    std::optional<Hash256> root;
  };
  Status ForEach(const std::function<bool(const Kept&)>& visit) const;
  // How many a log of this size has.
  static std::uint64_t CountFor(std::uint64_t size);

  // Goes on with the tree up to `size` events and keeps what is completed on the way. Inside the
  // caller's transaction on the home store.
  Status Extend(std::uint64_t size, merkle::LogTree* tree) const;
  // Whether the last block of 256 of the first `size` events is kept, and so those before it.
  Result<bool> Reach(std::uint64_t size) const;
  // Brings the nodes to `size` events, from nothing when some are missing. False: nothing to do.
  Result<bool> CatchUp(std::uint64_t size) const;

 private:
  Result<Hash256> FromEvents(unsigned level, std::uint64_t index) const;
  // From the nodes of the next level below that is kept. Nothing: some are missing.
  Result<std::optional<Hash256>> FromKept(unsigned level, std::uint64_t index) const;

  const LogView* events_;
  HomeStore* home_;
  Hash256 log_;
};

}  // namespace arborist::store
