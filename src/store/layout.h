// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace arborist::store {

// Which shard of which home: what a shard is opened by, found by and named by. A plain value. Where
// its bytes are, src/store alone knows.
class ShardAddress {
 public:
  std::string name() const { return file_.stem().string(); }  // in its home: "main", "wiki.1of4"
  std::string shown() const { return file_.string(); }        // where it is, for messages
  // Whether there is anything of it; an error where that cannot be seen.
  Result<bool> Exists() const;

  friend bool operator==(const ShardAddress&, const ShardAddress&) = default;
  friend auto operator<=>(const ShardAddress&, const ShardAddress&) = default;

 private:
  friend struct HomePaths;
  friend struct Inside;  // inside.h
  explicit ShardAddress(std::filesystem::path file) : file_(std::move(file)) {}

  std::filesystem::path file_;
};

// Where everything of one user lives. Other folders pass it on to what opens a shard, a log or the
// home store, and keep files of their own beneath root; the names of the store's files are for
// src/store and for tests that damage them (tools/lint-seams).
struct HomePaths {
  std::filesystem::path root;
  std::filesystem::path shards() const { return root / "shards"; }
  std::filesystem::path home_store() const { return root / "providence.db"; }
  std::filesystem::path crawl_store() const { return root / "crawl.db"; }
  ShardAddress shard(std::string_view name) const {
    return ShardAddress(shards() / (std::string(name) + ".db"));
  }
};

// Makes the place for shards where there is none, for nobody but the user.
Status MakeHome(const HomePaths& home);

// A named set of shards. Its layout is fixed when it is made and written in the file names:
// NAME.db for one shard, NAME.1of4.db ... NAME.4of4.db for four.
struct ShardSet {
  std::string name;
  std::uint32_t count = 1;

  ShardAddress ShardAt(const HomePaths& home, std::uint32_t index) const;
  // All versions of a URI share a shard: the first eight bytes of sha256(URI) modulo the count.
  std::uint32_t IndexFor(std::string_view uri) const;
};

// The set that a shard belongs to, by the shard's name.
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
