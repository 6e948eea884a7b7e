// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "base/hash256.h"
#include "base/result.h"
#include "store/home/home.h"

namespace arborist::store {

// What the home store knows of the logs of shards: its log has a shard_head event for each time
// that one had grown (HomeStore::CatchUp), and rows beside it keep what those events only bind.
class RecordedHeads {
 public:
  explicit RecordedHeads(HomeStore* home) : home_(home) {}

  // The size of a shard's log, and the event of the home log that binds it.
  struct Size {
    std::uint64_t seq = 0;
    std::uint64_t size = 0;
  };
  // By the newest event before `end` that speaks of this shard. Nothing where there is none, where
  // it binds no tree, or where the size that is kept for it is not the one that it binds.
  Result<std::optional<Size>> NewestBefore(std::uint64_t end, std::string_view shard);

  // The sizes that are kept, by the events that bind them; unchecked.
  Result<std::map<std::uint64_t, std::uint64_t>> Sizes();

  // The newest event of a shard's log that was seen, and how many there were then; unchecked.
  struct Seen {
    std::uint64_t size = 0;
    EventHash head;
  };
  Result<std::optional<Seen>> LastSeen(std::string_view shard);

 private:
  HomeStore* home_;
};

}  // namespace arborist::store
