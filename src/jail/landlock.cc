// SPDX-License-Identifier: AGPL-3.0-only
// Landlock by its three system calls: a ruleset that handles all rights the kernel knows and has no
// rule, so each handled right is denied everywhere. Numbers and layout are the kernel's
// (linux/landlock.h); they are written out because the headers of Debian 12 know the first ABI
// only.
#include <linux/prctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "jail/parts.h"

namespace arborist::jail {
namespace {

// The same on every architecture.
constexpr long kCreateRuleset = 444;
constexpr long kRestrictSelf = 446;
constexpr std::uint32_t kAskVersion = 1;

struct Ruleset {
  std::uint64_t files = 0;    // since ABI 1
  std::uint64_t network = 0;  // since ABI 4
  std::uint64_t scopes = 0;   // since ABI 6
};

// The rights of an ABI, and how much of the structure it reads.
Ruleset AllRights(long abi, std::size_t* size) {
  Ruleset ruleset;
  int rights = 13;
  if (abi >= 2) rights = 14;
  if (abi >= 3) rights = 15;
  if (abi >= 5) rights = 16;
  ruleset.files = (std::uint64_t{1} << rights) - 1;
  *size = sizeof(std::uint64_t);
  if (abi >= 4) {
    ruleset.network = 3;  // bind, connect
    *size += sizeof(std::uint64_t);
  }
  if (abi >= 6) {
    ruleset.scopes = 3;  // abstract sockets, signals
    *size += sizeof(std::uint64_t);
  }
  return ruleset;
}

}  // namespace

Result<std::string> DenyFiles() {
  const long abi = syscall(kCreateRuleset, nullptr, std::size_t{0}, kAskVersion);
  if (abi < 1) {
    return Fail(ErrorCode::kUnsupported,
                errno == EOPNOTSUPP ? "Landlock is switched off" : "this kernel has no Landlock");
  }
  std::size_t size = 0;
  const Ruleset ruleset = AllRights(abi, &size);
  const long fd = syscall(kCreateRuleset, &ruleset, size, 0U);
  if (fd < 0 || syscall(kRestrictSelf, fd, 0U) != 0) {
    const int error = errno;
    if (fd >= 0) close(static_cast<int>(fd));
    return Fail(ErrorCode::kUnsupported, std::string("Landlock: ") + std::strerror(error));
  }
  close(static_cast<int>(fd));
  return "Landlock ABI " + std::to_string(abi);
}

}  // namespace arborist::jail
