// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/hash256.h"
#include "store/home/home.h"

namespace arborist::store {

// A copy of a signed checkpoint of the home log, for bundles and for whoever lost theirs. Who can
// write to the files can change it: what counts is the one kept elsewhere.
struct KeptCheckpoint {
  std::uint64_t size = 0;
  Hash256 root;
  std::string note;
  std::int64_t signed_at = 0;
};

// Those of a home store.
class Checkpoints {
 public:
  explicit Checkpoints(HomeStore* home) : home_(home) {}

  // One of the same size is replaced.
  Status Keep(const KeptCheckpoint& checkpoint);
  Result<std::optional<KeptCheckpoint>> Newest();
  Result<std::optional<KeptCheckpoint>> At(std::uint64_t size);
  Result<std::vector<KeptCheckpoint>> All();  // the oldest first

 private:
  HomeStore* home_;
};

}  // namespace arborist::store
