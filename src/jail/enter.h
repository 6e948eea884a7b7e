// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The inside of the jail: a process gives up its rights before it parses bytes that nobody trusts.
// Works for any user; what the kernel or the build lacks is reported and the rest still holds. The
// reasons for each part: docs/design/0014-jail.md.
namespace arborist::jail {

struct JailLimits {
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;  // of address space
  std::chrono::seconds processor_time{20};
};

// One part of the jail, in the order in which they are put up.
struct JailPart {
  std::string_view name;  // "resource limits", "no new privileges", "file access", "system calls"
  enum class State : std::uint8_t { kInForce, kAbsent } state = State::kAbsent;
  std::string detail;  // "Landlock ABI 2"; of an absent part: why
};

// Shuts the calling process in, for good: no more memory or time than the limits, no new
// privileges, no path of the file system (Landlock), and no system calls but those that reading
// memory and writing to an open pipe need. For a process with one thread that has opened all it
// needs; open descriptors stay usable.
std::vector<JailPart> EnterJail(const JailLimits& limits);

}  // namespace arborist::jail
