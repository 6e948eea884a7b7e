// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"

namespace arborist {

// A new folder, gone with what is in it at the end of this object's life.
class TemporaryFolder {
 public:
  // In the folder of the system for such, which may be full or gone.
  static Result<std::unique_ptr<TemporaryFolder>> Make();

  // For tests and benchmarks: throws when it cannot be made.
  explicit TemporaryFolder(
      const std::filesystem::path& in = std::filesystem::temp_directory_path());
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }  // absolute, without links

 private:
  struct Made {
    std::filesystem::path path;
  };
  explicit TemporaryFolder(Made made) : path_(std::move(made.path)) {}
  static Result<Made> MakeIn(const std::filesystem::path& in);

  std::filesystem::path path_;
};

}  // namespace arborist
