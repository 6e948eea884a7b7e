// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace arborist {

// Whether something stands there, links followed. What keeps us from looking, such as a folder that
// we may not enter or a file in place of a folder, is an error and not a no.
Result<bool> Exists(const std::filesystem::path& path);

// Reads a regular file whole. Refuses devices, sockets, folders, and more than max_bytes.
Result<std::string> ReadFile(const std::filesystem::path& path, std::uint64_t max_bytes);

// Reads a file that holds a secret. kPermission unless it belongs to the user of this process and
// nobody else may read or write it: what others could have read or put there is no secret.
Result<std::string> ReadSecretFile(const std::filesystem::path& path, std::uint64_t max_bytes);
// The rule of ReadSecretFile for a file of this owner and mode. `name` stands in errors.
Status CheckSecretFile(std::string_view name, unsigned owner, unsigned mode, unsigned user);

// Reads what is left of an open file, pipe or terminal. Refuses more than max_bytes; `name` stands
// in errors.
Result<std::string> ReadAll(int fd, std::string_view name, std::uint64_t max_bytes);

// Writes beside the target and renames, so that readers see the old file or the new one.
Status WriteFileAtomically(const std::filesystem::path& path, std::string_view content,
                           unsigned mode = 0644);

Status MakeDirectories(const std::filesystem::path& path, unsigned mode = 0755);

// The system's words for errno, and the error code that fits it.
Error SystemError(std::string_view what, int error_number);

// An open file descriptor, closed at the end of its life.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor();
  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

// Opens a regular file for reading without blocking on pipes; refuses anything that is not one.
Result<FileDescriptor> OpenRegularFile(const std::filesystem::path& path);

// Refuses an open file that is a folder, device, socket or pipe. `name` stands in errors.
Status RefuseUnlessRegular(int fd, std::string_view name);

// An exclusive advisory lock on a file, held until destruction or the process ends.
class FileLock {
 public:
  // Takes the lock at once or returns kConflict.
  static Result<FileLock> TryAcquire(const std::filesystem::path& path);
  // Waits for it.
  static Result<FileLock> Acquire(const std::filesystem::path& path);

 private:
  explicit FileLock(FileDescriptor fd) : fd_(std::move(fd)) {}
  FileDescriptor fd_;
};

}  // namespace arborist
