// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <vector>

// What this installation can read, for `arborist doctor`.
namespace arborist::ingest {

struct FormatState {
  std::string name;
  std::string label;
  enum class State : std::uint8_t { kRead, kNotRead } state = State::kRead;
  std::string detail;  // of one that is not read: why
};

struct JailPartState {
  std::string name;  // "file access"
  enum class State : std::uint8_t { kInForce, kAbsent } state = State::kInForce;
  std::string detail;  // "Landlock ABI 2"; of an absent part: why
};

struct ReadersState {
  std::string program;  // the path of arborist-read; empty: it is not there
  std::string error;    // why it is not there or does not answer
  std::vector<FormatState> formats;
  std::vector<JailPartState> jail;  // empty if the program does not answer
  bool whole() const;               // every format is read and every part of the jail in force
};

// Runs arborist-read once and asks it.
ReadersState LookAtReaders();

}  // namespace arborist::ingest
