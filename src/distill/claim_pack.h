// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "distill/distill.h"

namespace arborist::distill {

// A line of a claim pack: {"claim", "source", "passage"}, other members ignored.
struct ClaimLine {
  std::string claim;
  std::string source;  // a root, 8 or more digits of it, or a URI
  std::string passage;
};
// kInvalidData names the member that is missing or empty.
Result<ClaimLine> ParseClaimLine(std::string_view line);

inline constexpr std::size_t kMaxClaimLineBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxClaimPackBytes = std::size_t{64} << 20;

struct ClaimReport {
  std::uint64_t added = 0;
  std::uint64_t unchanged = 0;
  std::uint64_t superseded = 0;
  std::uint64_t chunks = 0;      // written
  std::uint64_t text_bytes = 0;  // of the claims taken
  struct Shard {
    std::string name;
    std::uint64_t documents = 0;  // put into it, for claims go beside their sources
    std::int64_t store_bytes = 0;
  };
  std::vector<Shard> shards;  // all of the home, in order
  struct Refused {
    std::uint64_t line = 0;  // from 1
    std::string reason;
  };
  std::vector<Refused> refused;
};

// Makes a core of each claim whose passage the named surface holds word for word and which
// lexical-v2 finds supported by that passage; all others are refused with the reason. The
// derivation names the source and proves the chunks of the passage. An error of the store or the
// disk ends the run and commits nothing to the shards that were not yet committed. One writer
// process at a time, as with every writer of the store. Format: docs/format/core.md.
Result<ClaimReport> TakeClaims(std::string_view lines, const DistillEnvironment& environment);

}  // namespace arborist::distill
