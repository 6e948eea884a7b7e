// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/result.h"
#include "store/layout.h"

namespace arborist::store {

// Tells whether a home has changed since the last look, by whatever process, and whether an answer
// that was served before still counts. A look takes microseconds and never waits: a file that is
// locked counts as changed. Belongs to one thread at a time.
class ChangeWatch {
 public:
  // The home store must exist.
  static Result<std::unique_ptr<ChangeWatch>> Open(const HomePaths& home);
  ~ChangeWatch();

  // Two numbers that are the same as before only if nothing was committed in between.
  struct Versions {
    std::int64_t shards = 0;
    std::int64_t home = 0;
    bool operator==(const Versions&) const = default;
  };
  Versions Look();

  // Whether a record is live, and this revision of it. No also where that cannot be read.
  bool IsLive(std::int64_t record_id, std::int64_t revision);
  // Whether ModelRevisions (memos.h) has this revision. No also where that cannot be read.
  bool HasModelRevision(std::string_view endpoint, std::string_view model_id,
                        std::string_view revision);

 private:
  struct Impl;
  explicit ChangeWatch(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace arborist::store
