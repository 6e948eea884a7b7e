// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "base/result.h"

namespace arborist::serve::http {

// A Unix socket that listens, and its file. The file goes with the object, unless another has taken
// its place.
class UnixSocket {
 public:
  // A socket file that nobody listens at is replaced. Anything else that stands at `path` stays and
  // is an error. The file never has wider permissions than `mode`, not even at first.
  static Result<std::unique_ptr<UnixSocket>> Listen(const std::filesystem::path& path, mode_t mode);
  ~UnixSocket();
  UnixSocket(const UnixSocket&) = delete;
  UnixSocket& operator=(const UnixSocket&) = delete;

  int Release();  // the descriptor, now the caller's to close

 private:
  UnixSocket() = default;
  int fd_ = -1;
  std::filesystem::path path_;  // empty until the file is ours
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

// The user at the other end of a connected Unix socket, as the kernel noted at connecting.
std::optional<uid_t> PeerUser(int fd);

}  // namespace arborist::serve::http
