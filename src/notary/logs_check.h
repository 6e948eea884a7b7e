// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "audit/checkpoint.h"
#include "base/hash256.h"
#include "base/result.h"
#include "store/layout.h"

namespace arborist::notary {

// One thing that is wrong with a log. kind is a fixed word (docs/format/checkpoint.md lists them).
struct Finding {
  std::string kind;
  std::string log;  // "home", or the shard's name
  std::string detail;
};

// A log that could not be read to its end: disk, memory or rights are at fault, not who wrote it.
struct Unchecked {
  std::string log;
  Error error;
};

// A log that was checked, chain and tree.
struct LogState {
  std::string name;
  Hash256 id;
  std::uint64_t events = 0;
  EventHash head;
  Hash256 root;                // of the tree of the events that hold
  std::uint64_t anchored = 0;  // events that a checkpoint from outside covers
};

struct LogsReport {
  std::vector<LogState> logs;  // home first
  std::vector<Finding> findings;
  std::vector<Unchecked> not_checked;
  std::vector<std::string> notes;  // what is no fault and should be known
  bool ok() const { return findings.empty() && not_checked.empty(); }
};

struct LogsCheck {
  store::HomePaths home;
  std::vector<audit::Checkpoint> anchors = {};  // from outside, their signatures checked
  // Copies inside the home store that one of these keys signed only help to tell a fork from a
  // rewrite.
  std::vector<audit::VerifierKey> keys = {};
  unsigned threads = 0;  // 0: as many as there are cores
};

// Hashes every log of a home again: each chain and its tree, the shards against what the home log
// recorded of them, and the home log against checkpoints. What is wrong is a finding, what the
// system did not let it read is not_checked, neither is an error; kNotFound when there is no log at
// all and no checkpoint that says there was.
Result<LogsReport> CheckLogs(const LogsCheck& check);

}  // namespace arborist::notary
