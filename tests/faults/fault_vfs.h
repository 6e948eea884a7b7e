// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

// A SQLite VFS that passes everything on to the system's and breaks what it is told to break. The
// calls that the product makes without SQLite (base/files.cc) are reached by the linker's --wrap.
// For a forked child that runs one verb and ends.
namespace arborist::faults {

// What can be made to fail, each counted from 1 in the order of the calls.
enum class Operation : std::uint8_t {
  kWrite,         // of a page or a piece of a journal, by SQLite
  kSync,          // by SQLite
  kTruncate,      // by SQLite
  kDelete,        // of a journal or a write-ahead log, by SQLite
  kCreate,        // of a database or journal, by SQLite
  kSharedMemory,  // the index of the write-ahead log grows
  kFileCreate,    // the four steps of WriteFileAtomically
  kFileWrite,
  kFileSync,
  kFileRename,
  kRead,  // of a page or a piece of a journal, by SQLite
};
inline constexpr std::size_t kOperations = 11;
std::string_view Name(Operation operation);

enum class Kind : std::uint8_t {
  kNone,      // counts
  kFails,     // this call fails with an I/O error, the next ones work
  kStaysBad,  // this call and all later ones that change something fail
  kShort,     // half of the bytes are written, then an I/O error
  kFull,      // from this call on there is no room: writes, new files and shared memory
  kKilled,    // the process ends before the call; the system keeps all that was written
  kPowerCut,  // the process ends; of what was not synced some pieces arrive, in any order, torn
};
std::string_view Name(Kind kind);

struct Plan {
  Kind kind = Kind::kNone;
  Operation operation = Operation::kWrite;
  std::uint64_t at = 0;    // which call; 0: none, but the moment when the verb has ended
  std::uint32_t seed = 0;  // of what a power cut leaves
};

// Shared with the parent.
struct Control {
  Plan plan;
  std::array<std::atomic<std::uint64_t>, kOperations> counts = {};
  std::atomic<bool> hit = false;
  std::atomic<int> ended_with = -1;  // the verb's exit code; -1: it did not come to its end
};

// From now on every file that SQLite opens in this process is under the plan. Once per process.
void Install(Control* control);

// The verb has ended. A plan that waits for that strikes now.
void VerbEnded(int exit_code);

}  // namespace arborist::faults
