// SPDX-License-Identifier: AGPL-3.0-only
#include "base/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace arborist {

Error SystemError(std::string_view what, int error_number) {
  ErrorCode code = ErrorCode::kEnvironment;
  if (error_number == ENOENT || error_number == ENOTDIR) code = ErrorCode::kNotFound;
  if (error_number == EACCES || error_number == EPERM) code = ErrorCode::kPermission;
  return {code, std::string(what) + ": " + std::strerror(error_number)};
}

namespace {
// Nothing was looked for in vain: the place itself is not fit to be looked into or written to.
Error PlaceError(std::string_view what, int error_number) {
  Error error = SystemError(what, error_number);
  if (error.code == ErrorCode::kNotFound) error.code = ErrorCode::kEnvironment;
  return error;
}
}  // namespace

Result<bool> Exists(const std::filesystem::path& path) {
  struct stat info{};
  if (::stat(path.c_str(), &info) == 0) return true;
  if (errno == ENOENT || errno == ENAMETOOLONG) return false;
  return std::unexpected(PlaceError("cannot look for " + path.string(), errno));
}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) ::close(fd_);
}

Result<FileDescriptor> OpenRegularFile(const std::filesystem::path& path) {
  // O_NONBLOCK: opening a pipe must not wait for a writer before we can refuse it.
  FileDescriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!fd.valid()) return std::unexpected(SystemError("cannot open " + path.string(), errno));
  TRY(RefuseUnlessRegular(fd.get(), path.string()));
  return fd;
}

Status RefuseUnlessRegular(int fd, std::string_view name) {
  struct stat info{};
  if (::fstat(fd, &info) != 0) {
    return std::unexpected(SystemError("cannot stat " + std::string(name), errno));
  }
  if (!S_ISREG(info.st_mode)) {
    return Fail(ErrorCode::kInvalidArgument, std::string(name) + " is not a regular file");
  }
  return {};
}

Result<std::string> ReadAll(int fd, std::string_view name, std::uint64_t max_bytes) {
  std::string content;
  struct stat info{};
  if (::fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
    if (static_cast<std::uint64_t>(info.st_size) > max_bytes) {
      return Fail(ErrorCode::kLimitExceeded,
                  std::string(name) + " has " + std::to_string(info.st_size) +
                      " bytes, the limit is " + std::to_string(max_bytes));
    }
    content.reserve(static_cast<std::size_t>(info.st_size));
  }
  char buffer[1 << 16];
  while (true) {
    const ssize_t got = ::read(fd, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::unexpected(SystemError("cannot read " + std::string(name), errno));
    if (got == 0) return content;
    if (content.size() + static_cast<std::size_t>(got) > max_bytes) {
      return Fail(ErrorCode::kLimitExceeded, std::string(name) + " is larger than the limit of " +
                                                 std::to_string(max_bytes) + " bytes");
    }
    content.append(buffer, static_cast<std::size_t>(got));
  }
}

Result<std::string> ReadFile(const std::filesystem::path& path, std::uint64_t max_bytes) {
  TRY_ASSIGN(const FileDescriptor fd, OpenRegularFile(path));
  return ReadAll(fd.get(), path.string(), max_bytes);
}

Status CheckSecretFile(std::string_view name, unsigned owner, unsigned mode, unsigned user) {
  const std::string file(name);
  if (owner != user) {
    return Fail(ErrorCode::kPermission,
                file + " belongs to another user (" + std::to_string(owner) +
                    "), who knows what is in it or may change it; it is not used");
  }
  if ((mode & 077) != 0) {
    return Fail(ErrorCode::kPermission,
                file +
                    " can be read or written by others than its owner, so it may be known; make it "
                    "private (chmod 600) if you are sure that it is not");
  }
  return {};
}

Result<std::string> ReadSecretFile(const std::filesystem::path& path, std::uint64_t max_bytes) {
  TRY_ASSIGN(const FileDescriptor fd, OpenRegularFile(path));
  struct stat info{};
  if (::fstat(fd.get(), &info) != 0) {
    return std::unexpected(SystemError("cannot stat " + path.string(), errno));
  }
  TRY(CheckSecretFile(path.string(), info.st_uid, info.st_mode, ::geteuid()));
  return ReadAll(fd.get(), path.string(), max_bytes);
}

Status WriteFileAtomically(const std::filesystem::path& path, std::string_view content,
                           unsigned mode) {
  const std::string temporary = path.string() + ".tmp" + std::to_string(::getpid());
  FileDescriptor fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
                           static_cast<mode_t>(mode)));
  if (!fd.valid()) {
    const bool no_folder = errno == ENOENT || errno == ENOTDIR;
    Error error = PlaceError("cannot create " + path.string(), errno);
    if (no_folder && path.has_parent_path()) {
      error.message += " (is " + path.parent_path().string() + " a folder?)";
    }
    return std::unexpected(std::move(error));
  }
  const auto fail = [&](std::string_view what) -> Status {
    Error error = PlaceError(std::string(what) + " " + path.string(), errno);
    ::unlink(temporary.c_str());
    return std::unexpected(std::move(error));
  };
  while (!content.empty()) {
    const ssize_t put = ::write(fd.get(), content.data(), content.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return fail("cannot write");
    content.remove_prefix(static_cast<std::size_t>(put));
  }
  if (::fsync(fd.get()) != 0) return fail("cannot flush");
  if (::rename(temporary.c_str(), path.c_str()) != 0) return fail("cannot replace");
  // The name is on the disk only when its folder is: a key that was made must outlive a power cut.
  // A folder that may be written and not read cannot be synced, and some file systems know no such
  // thing.
  const FileDescriptor folder(::open(path.has_parent_path() ? path.parent_path().c_str() : ".",
                                     O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.valid() && ::fsync(folder.get()) != 0 && errno != EINVAL) {
    return std::unexpected(PlaceError("cannot flush the folder of " + path.string(), errno));
  }
  return {};
}

Status MakeDirectories(const std::filesystem::path& path, unsigned mode) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return {};
  if (path.has_parent_path() && path.parent_path() != path) {
    TRY(MakeDirectories(path.parent_path(), mode));
  }
  if (::mkdir(path.c_str(), static_cast<mode_t>(mode)) != 0 && errno != EEXIST) {
    return std::unexpected(PlaceError("cannot create folder " + path.string(), errno));
  }
  return {};
}

namespace {
Result<FileDescriptor> OpenLockFile(const std::filesystem::path& path) {
  FileDescriptor fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!fd.valid()) return std::unexpected(SystemError("cannot open lock " + path.string(), errno));
  return fd;
}
}  // namespace

Result<FileLock> FileLock::TryAcquire(const std::filesystem::path& path) {
  TRY_ASSIGN(FileDescriptor fd, OpenLockFile(path));
  if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) {
      return Fail(ErrorCode::kConflict, path.string() + " is locked by another process");
    }
    return std::unexpected(SystemError("cannot lock " + path.string(), errno));
  }
  return FileLock(std::move(fd));
}

Result<FileLock> FileLock::Acquire(const std::filesystem::path& path) {
  TRY_ASSIGN(FileDescriptor fd, OpenLockFile(path));
  while (::flock(fd.get(), LOCK_EX) != 0) {
    if (errno != EINTR) {
      return std::unexpected(SystemError("cannot lock " + path.string(), errno));
    }
  }
  return FileLock(std::move(fd));
}

}  // namespace arborist
