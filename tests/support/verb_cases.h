// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/prepared_home.h"
#include "support/process.h"

namespace arborist::testing_support {

// What a verb does to the store.
enum class Effect : std::uint8_t {
  kWrites,
  kFollows,     // reads, and may first bring the home store up to the shards
  kWritesFile,  // reads the store, and writes the file it is told to
  kReads,
};

enum class Start : std::uint8_t { kPrepared, kEmpty };

// A verb as it is tried: on a copy of the prepared home, or where there is none.
struct VerbCase {
  std::string verb;  // "audit checkpoint", as cli::VerbNames() has it
  std::string what;  // the verb, and what is done with it
  Effect effect = Effect::kReads;
  std::vector<std::string> arguments;      // the verb's, without --home
  std::string input = {};                  // standard input
  std::vector<std::string> requests = {};  // of a server: what it is asked, over HTTP
  Start start = Start::kPrepared;
  std::set<int> again = {0};  // exit codes of the command when it was done before
};

// Waits until a server has said its port, sends it one request after the other, and asks it to end.
// Returns the answers that came with status 200.
std::string AskServer(pid_t pid, const std::filesystem::path& output,
                      const std::vector<std::string>& requests);

// The keys and roots in what a server answered: what it said that it keeps.
std::set<std::string> ReportedHashes(std::string_view answers);

// Every verb of the program once or more. Files that they write go below `scratch`.
std::vector<VerbCase> VerbCases(const PreparedHome& prepared, const std::filesystem::path& scratch);

// What a store holds, as far as it does not depend on chance or time.
struct Inventory {
  std::set<std::string> facts;   // a line each
  std::set<std::string> events;  // hashes, of all logs

  bool operator==(const Inventory&) const = default;
};

// Runs the program on a home: arguments without --home.
using HomeRunner = std::function<Outcome(const std::vector<std::string>&)>;

Inventory TakeInventory(const std::filesystem::path& home, const HomeRunner& run);

}  // namespace arborist::testing_support
