// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "sqlite/database.h"
#include "store/layout.h"

namespace arborist::store {

// Says in microseconds whether a home has changed since the last look, by whatever process: SQLite
// counts the commits of others (data_version). Belongs to one thread at a time.
class ChangeWatch {
 public:
  // The home store must exist.
  static Result<std::unique_ptr<ChangeWatch>> Open(const HomePaths& home);

  // Two numbers that are the same as before only if nothing was committed in between.
  struct Versions {
    std::int64_t shards = 0;
    std::int64_t home = 0;
    bool operator==(const Versions&) const = default;
  };
  // Never waits: a file in use counts as changed.
  Versions Look();

  sqlite::Database* home_database() { return &home_.database; }

 private:
  struct File {
    std::filesystem::path path;
    sqlite::Database database;
    sqlite::Statement version;
    std::int64_t seen = 0;
  };
  explicit ChangeWatch(HomePaths home, File file)
      : paths_(std::move(home)), home_(std::move(file)) {}
  static Result<File> OpenFile(const std::filesystem::path& path);
  static bool Changed(File* file);
  bool ShardsChanged();
  Status OpenShards();

  HomePaths paths_;
  File home_;
  std::vector<File> shards_;
  std::filesystem::file_time_type folder_time_;
  bool shards_open_ = false;
  Versions versions_;
};

}  // namespace arborist::store
