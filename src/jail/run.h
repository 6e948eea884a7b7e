// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

// The outside of the jail: starts a program on bytes that nobody trusts and takes what it says.
namespace arborist::jail {

struct RunLimits {
  std::chrono::milliseconds wall_time{25000};
  std::uint64_t max_output_bytes = std::uint64_t{1} << 30;
};

// The time that the reading of so many bytes may take: by the clock here, of the processor there.
// Both grow with the input, for a long document is no attack.
std::chrono::seconds ProcessorTimeFor(std::uint64_t input_bytes);
RunLimits RunLimitsFor(std::uint64_t input_bytes);

// The program arborist-read: the path in ARBORIST_READ if that is set, else the file of this name
// beside the running program. kNotFound says where it was looked for.
Result<std::filesystem::path> ReaderProgram();

// Runs `program KIND` with the input as its standard input (a sealed memory file that it may map),
// no environment, no other descriptor, and returns what it wrote to its standard output. Waits; the
// program is dead and reaped when this returns. Any thread may call it. Errors: kLimitExceeded
// "took too long" and the like, kInvalidData "the parser failed (signal 11)", kEnvironment if it
// cannot be started.
Result<std::string> RunJailed(const std::filesystem::path& program, const std::string& kind,
                              std::string_view input, const RunLimits& limits);

// Exit codes by which the program says why it has no answer.
inline constexpr int kExitUnknownKind = 64;
inline constexpr int kExitOutOfMemory = 65;

}  // namespace arborist::jail
