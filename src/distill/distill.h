// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/hash256.h"
#include "json/value.h"
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
  std::uint64_t superseded = 0;  // cores in the place of an older one of the same source
  std::uint64_t unchanged = 0;
  std::uint64_t same = 0;     // sources with nothing to leave out
  std::uint64_t taken = 0;    // whose core would be a document of another kind that is there
  std::uint64_t evicted = 0;  // whose text is not there to be read
};

struct DistillReport {
  std::optional<Hash256> scope_root;  // of what statistics were taken
  std::vector<LevelReport> levels;
  double seconds = 0;
};

// Makes cores of all current surfaces, and cores of those down to a depth, each in the shard of its
// source. The same source gives the same core root on any machine, in any layout, with any number
// of threads; what is there already is left alone, so that a second run does nothing and a run that
// was killed is gone on with. Format: docs/format/core.md.
Result<DistillReport> Distill(const DistillOptions& options, const DistillEnvironment& environment);

json::Object ToJson(const DistillOptions& options, const DistillReport& report);

}  // namespace arborist::distill
