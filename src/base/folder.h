// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "base/result.h"

namespace arborist {

enum class Links : std::uint8_t { kFollowed, kRefused };  // symbolic links on the way to a folder

// A folder that is held open, so that a path beneath it leads nowhere else: no symbolic link is
// followed and no ".." taken, whatever others rename or replace meanwhile. For paths that a request
// names or that were found in a folder. Thread-safe.
class Folder {
 public:
  static Result<std::shared_ptr<const Folder>> Open(const std::filesystem::path& path, Links links);

  // A folder to list, and a regular file to read (as OpenRegularFile). "" is the folder itself.
  Result<FileDescriptor> OpenFolder(std::string_view relative) const;
  Result<FileDescriptor> OpenFile(std::string_view relative) const;
  // What stands there.
  Result<struct stat> Look(std::string_view relative) const;

  const std::filesystem::path& path() const { return path_; }

 private:
  Folder(FileDescriptor fd, std::filesystem::path path)
      : fd_(std::move(fd)), path_(std::move(path)) {}

  FileDescriptor fd_;
  std::filesystem::path path_;
};

// A file beneath a folder that is held open.
struct FileInFolder {
  std::shared_ptr<const Folder> folder;
  std::string relative;

  // The file at a path that the user named: links on the way to its folder are followed, the last
  // name may not be one.
  static Result<FileInFolder> At(const std::filesystem::path& path);
  std::filesystem::path path() const { return folder->path() / relative; }
  Result<FileDescriptor> Open() const { return folder->OpenFile(relative); }
};

// open(2) of a relative path beneath a folder with these flags, following no link; -1 and errno.
// OpenByParts does the same without openat2(2), which Linux has since 5.6, part by part.
int OpenBeneath(int folder, const std::string& relative, int flags);
int OpenByParts(int folder, const std::string& relative, int flags);

}  // namespace arborist
