// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace arborist::store {

// Where everything of one user lives.
struct HomePaths {
  std::filesystem::path root;
  std::filesystem::path shards() const { return root / "shards"; }
  std::filesystem::path home_store() const { return root / "providence.db"; }
  std::filesystem::path shard(std::string_view name) const {
    return shards() / (std::string(name) + ".db");
  }
};

// A named set of shards. Its layout is fixed when it is made and written in the file names:
// NAME.db for one shard, NAME.1of4.db ... NAME.4of4.db for four.
struct ShardSet {
  std::string name;
  std::uint32_t count = 1;

  std::filesystem::path PathOf(const HomePaths& home, std::uint32_t index) const;
  // All versions of a URI share a shard: the first eight bytes of sha256(URI) modulo the count.
  std::uint32_t IndexFor(std::string_view uri) const;
};

// The set that a shard belongs to, by the shard's name (its file without .db).
std::string_view SetNameOf(std::string_view shard_name);

inline constexpr std::uint32_t kMaxShards = 256;

// Of the library that reads and writes the files.
std::string DatabaseLibraryVersion();

// The sets that exist, by name. A file that fits no pattern is not ours and is left out.
Result<std::vector<ShardSet>> ListShardSets(const HomePaths& home);

// The set to write to: the existing one of that name, or a new one of the wanted count. A count
// that differs from an existing set's is refused.
Result<ShardSet> ChooseShardSet(const HomePaths& home, std::string_view name,
                                std::optional<std::uint32_t> wanted_count,
                                std::uint32_t default_count);

}  // namespace arborist::store
