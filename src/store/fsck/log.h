// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/hash256.h"
#include "store/fsck/checked_shard.h"
#include "store/fsck/erasures.h"
#include "store/shard/tier.h"

namespace arborist::store {

// What the log of a shard says that the shard holds, with what was burned taken out.
struct LoggedShard {
  struct Document {
    Hash256 descriptor;
    std::uint64_t seq = 0;  // of the event that added it first
    std::int64_t time = 0;
  };
  struct EvictedText {
    Tier tier = Tier::kHot;
    Hash256 text;
    std::uint64_t seq = 0;
    std::int64_t time = 0;
  };

  bool holds = false;  // the whole chain; else nothing may be said to be missing
  LoggedErasures erasures;
  std::unordered_map<Hash256, Document> documents;
  std::unordered_map<Hash256, std::vector<EvictedText>> evicted;  // by document
  std::optional<std::string> dictionary;                          // the hash of the one in use

  void Note(const StoredEvent& event);

 private:
  void NoteDocument(const StoredEvent& event);
  void NoteTier(const StoredEvent& event);
};

// Hashes the chain again from event 0 and notes what its events say. Where the chain breaks, the
// events before the break are noted.
Status CheckLog(const CheckedShard& shard, LoggedShard* logged);

}  // namespace arborist::store
