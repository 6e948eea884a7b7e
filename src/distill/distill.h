// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/hash256.h"
#include "store/layout.h"

namespace arborist::distill {

struct DistillOptions {
  std::string method;  // core::kFirstSentence or core::kKeywords
  std::int64_t depth = 1;
  unsigned jobs = 0;  // 0: all cores of the machine
};
inline constexpr std::int64_t kMaxDepth = 16;

struct DistillEnvironment {
  store::HomePaths home;
  const Clock* clock = nullptr;
  Random* random = nullptr;
  std::string actor;
};

struct LevelReport {
  std::int64_t depth = 0;
  std::uint64_t sources = 0;     // current documents of the depth below
  std::uint64_t added = 0;       // cores that are new, or current again
  std::uint64_t superseded = 0;  // cores that replace an older one of the same source
  std::uint64_t unchanged = 0;
  std::uint64_t same = 0;   // sources with nothing to leave out, so without a core
  std::uint64_t taken = 0;  // sources whose core would have the root of a document of another kind
  std::uint64_t evicted = 0;  // sources whose text was evicted
};

struct DistillReport {
  // The snapshot whose words were counted; none for first-sentence.
  std::optional<Hash256> scope_root;
  std::vector<LevelReport> levels;
  double seconds = 0;
};

// Makes cores of all current surfaces, and cores of those down to a depth, each in the shard of its
// source. The same source gives the same core root on any machine, in any layout, with any number
// of threads. A core that is up to date is left alone: a second run does nothing, and a killed run
// is resumed by the next. kConflict when keywords are asked for and the corpus changes during the
// count, or the text of a surface was evicted. Blocks; no other writer may have the shards open.
// Format: docs/format/core.md.
Result<DistillReport> Distill(const DistillOptions& options, const DistillEnvironment& environment);

}  // namespace arborist::distill
