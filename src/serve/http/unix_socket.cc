// SPDX-License-Identifier: AGPL-3.0-only
// Listens at a path. A leftover socket file is removed only if a connection to it is refused, under
// a lock of the folder, so that two servers that start at once cannot take each other's file.
// Permissions are set before bind creates the file. At the end the file is removed only if it is
// still the one that was made.
#include "serve/http/unix_socket.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

namespace arborist::serve::http {

namespace {

std::unexpected<Error> Failed(const std::filesystem::path& path, std::string_view what, int error) {
  return Fail(error == EACCES || error == EPERM ? ErrorCode::kPermission : ErrorCode::kEnvironment,
              "socket " + path.string() + ": " + std::string(what) + ": " +
                  std::generic_category().message(error));
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  int Release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

// Removes a socket file that nobody listens at.
Status RemoveStale(const std::filesystem::path& path, const sockaddr_un& address) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return {};
    return Failed(path, "cannot look at it", errno);
  }
  if (!S_ISSOCK(status.st_mode)) {
    return Fail(ErrorCode::kConflict,
                "socket " + path.string() + ": something else stands there; choose another path");
  }
  const Descriptor probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (probe.get() < 0) return Failed(path, "cannot make a socket", errno);
  if (::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ||
      errno == EAGAIN) {
    return Fail(ErrorCode::kConflict,
                "socket " + path.string() + ": another program listens there; end it first");
  }
  if (errno != ECONNREFUSED) return Failed(path, "cannot tell whether it is in use", errno);
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
    return Failed(path, "cannot remove the old one", errno);
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<UnixSocket>> UnixSocket::Listen(const std::filesystem::path& path,
                                                       mode_t mode) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string& name = path.native();
  if (name.empty() || name.size() >= sizeof address.sun_path) {
    return Fail(ErrorCode::kInvalidArgument,
                "the path of a socket has 1 to " + std::to_string(sizeof address.sun_path - 1) +
                    " bytes, and this one " + std::to_string(name.size()));
  }
  std::memcpy(address.sun_path, name.data(), name.size());
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  // Two that start at once must not take each other's file for an old one.
  const Descriptor folder_fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder_fd.get() < 0 || ::flock(folder_fd.get(), LOCK_EX) != 0) {
    return Failed(path, "its folder cannot be opened", errno);
  }
  TRY(RemoveStale(path, address));
  Descriptor fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (fd.get() < 0) return Failed(path, "cannot make a socket", errno);
  // Linux gives the file the permissions that the socket has before it is bound.
  if (::fchmod(fd.get(), mode) != 0) return Failed(path, "cannot set its permissions", errno);
  if (::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    return Failed(path, "cannot bind", errno);
  }
  std::unique_ptr<UnixSocket> made(new UnixSocket);
  struct stat status{};
  if (::lstat(path.c_str(), &status) != 0) return Failed(path, "cannot look at it", errno);
  made->path_ = path;
  made->device_ = status.st_dev;
  made->inode_ = status.st_ino;
  // The umask may have taken permissions away.
  if (::chmod(path.c_str(), mode) != 0) return Failed(path, "cannot set its permissions", errno);
  if (::listen(fd.get(), SOMAXCONN) != 0) return Failed(path, "cannot listen", errno);
  made->fd_ = fd.Release();
  return made;
}

UnixSocket::~UnixSocket() {
  if (fd_ >= 0) ::close(fd_);
  if (path_.empty()) return;
  struct stat status{};
  if (::lstat(path_.c_str(), &status) == 0 && status.st_dev == device_ && status.st_ino == inode_) {
    ::unlink(path_.c_str());
  }
}

int UnixSocket::Release() { return std::exchange(fd_, -1); }

std::optional<uid_t> PeerUser(int fd) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return std::nullopt;
  return peer.uid;
}

}  // namespace arborist::serve::http
