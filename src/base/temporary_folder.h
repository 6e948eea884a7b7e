// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>

namespace arborist {

// For tests and benchmarks: a new folder, gone with what is in it at the end of this object's life.
class TemporaryFolder {
 public:
  // Throws when it cannot be made.
  explicit TemporaryFolder(
      const std::filesystem::path& in = std::filesystem::temp_directory_path());
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }  // absolute, without links

 private:
  std::filesystem::path path_;
};

}  // namespace arborist
