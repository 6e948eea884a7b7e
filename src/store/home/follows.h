// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_stamp.h"
#include "base/hash256.h"
#include "base/result.h"
#include "store/home/home.h"

namespace arborist::store {

// A folder that is kept in step with the store.
struct FollowedRoot {
  std::int64_t root_id = 0;  // 0: not kept yet
  std::string uri;           // with '/' at its end
  std::string shard;
  std::string options;  // canonical JSON: which files are taken
  std::uint64_t device = 0;
  std::int64_t last_run = 0;  // seconds since 1970
  std::string outcome;        // of the last run, for people
};

// A file of it as it was seen last.
struct FollowedFile {
  std::string uri;
  FileStamp stamp;
  SourceHash source_hash;
};

// Which folders are followed, and their files as they were when the store was last in step. Soft:
// what is lost is read again. Belongs, like its home store, to one thread at a time.
class Follows {
 public:
  explicit Follows(HomeStore* home) : home_(home) {}

  Result<std::vector<FollowedRoot>> Roots();  // by URI
  Result<std::optional<FollowedRoot>> Find(std::string_view uri);
  Result<std::vector<FollowedFile>> Files(std::int64_t root_id);  // by URI

  // Writes the root and what changed of its files, all or nothing; returns its number.
  Result<std::int64_t> Save(const FollowedRoot& root, std::span<const FollowedFile> seen,
                            std::span<const std::string> removed);
  // Lets go of a root and its files; false: it is not followed. Documents stay as they are.
  Result<bool> Forget(std::string_view uri);

 private:
  HomeStore* home_;
};

}  // namespace arborist::store
