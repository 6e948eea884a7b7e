// SPDX-License-Identifier: AGPL-3.0-only
#include "base/folder.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace arborist {

namespace {

Error OpenError(const std::filesystem::path& path, int error_number) {
  if (error_number == ELOOP) {
    return {
        ErrorCode::kInvalidArgument,
        "cannot open " + path.string() + ": a symbolic link stands there, and none is followed"};
  }
  return SystemError("cannot open " + path.string(), error_number);
}

std::string OrItself(std::string_view relative) {
  return relative.empty() ? "." : std::string(relative);
}

bool IsLink(int folder, const std::string& name) {
  struct stat info{};
  return ::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode);
}

}  // namespace

int OpenByParts(int folder, const std::string& relative, int flags) {
  if (relative.empty() || relative.starts_with('/')) {
    errno = relative.empty() ? ENOENT : EXDEV;
    return -1;
  }
  FileDescriptor held;
  int at = folder;
  for (std::size_t pos = 0;;) {
    const std::size_t slash = relative.find('/', pos);
    const std::string part = relative.substr(pos, slash - pos);
    const bool last = slash == std::string::npos;
    if (part == "..") {
      errno = EXDEV;
      return -1;
    }
    const std::string name = part.empty() ? "." : part;
    const int opened =
        ::openat(at, name.c_str(), (last ? flags : O_PATH | O_DIRECTORY | O_CLOEXEC) | O_NOFOLLOW);
    if (opened < 0) {
      const int error = errno;
      errno = error == ENOTDIR && IsLink(at, name) ? ELOOP : error;
      return -1;
    }
    if (last) return opened;
    held = FileDescriptor(opened);
    at = held.get();
    pos = slash + 1;
  }
}

int OpenBeneath(int folder, const std::string& relative, int flags) {
  open_how how{};
  how.flags = static_cast<__u64>(flags);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
  const long opened = ::syscall(SYS_openat2, folder, relative.c_str(), &how, sizeof how);
  if (opened >= 0) return static_cast<int>(opened);
  // An older kernel, or a sandbox that does not know the call and may answer EPERM.
  if (errno == ENOSYS || errno == EPERM) return OpenByParts(folder, relative, flags);
  return -1;
}

Result<std::shared_ptr<const Folder>> Folder::Open(const std::filesystem::path& path, Links links) {
  constexpr int kFlags = O_PATH | O_DIRECTORY | O_CLOEXEC;
  FileDescriptor fd;
  if (links == Links::kFollowed) {
    fd = FileDescriptor(::open(path.empty() ? "." : path.c_str(), kFlags));
  } else {
    const FileDescriptor root(::open(path.is_absolute() ? "/" : ".", kFlags));
    if (!root.valid()) return std::unexpected(OpenError(path, errno));
    fd = FileDescriptor(
        OpenBeneath(root.get(), OrItself(path.relative_path().native()), kFlags | O_NOFOLLOW));
  }
  if (!fd.valid()) return std::unexpected(OpenError(path, errno));
  return std::shared_ptr<const Folder>(new Folder(std::move(fd), path));
}

Result<FileDescriptor> Folder::OpenFolder(std::string_view relative) const {
  FileDescriptor fd(
      OpenBeneath(fd_.get(), OrItself(relative), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  if (!fd.valid()) return std::unexpected(OpenError(path_ / relative, errno));
  return fd;
}

Result<FileDescriptor> Folder::OpenFile(std::string_view relative) const {
  const std::filesystem::path path = path_ / relative;
  FileDescriptor fd(OpenBeneath(fd_.get(), OrItself(relative),
                                O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW));
  if (!fd.valid()) return std::unexpected(OpenError(path, errno));
  TRY(RefuseUnlessRegular(fd.get(), path.string()));
  return fd;
}

Result<struct stat> Folder::Look(std::string_view relative) const {
  const FileDescriptor fd(
      OpenBeneath(fd_.get(), OrItself(relative), O_PATH | O_CLOEXEC | O_NOFOLLOW));
  struct stat info{};
  if (!fd.valid() || ::fstat(fd.get(), &info) != 0) {
    return std::unexpected(OpenError(path_ / relative, errno));
  }
  if (S_ISLNK(info.st_mode)) return std::unexpected(OpenError(path_ / relative, ELOOP));
  return info;
}

Result<FileInFolder> FileInFolder::At(const std::filesystem::path& path) {
  TRY_ASSIGN(std::shared_ptr<const Folder> folder,
             Folder::Open(path.parent_path(), Links::kFollowed));
  return FileInFolder{std::move(folder), path.filename().string()};
}

}  // namespace arborist
