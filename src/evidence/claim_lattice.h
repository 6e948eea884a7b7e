// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evidence/evidence_map.h"

namespace arborist::evidence {

inline constexpr std::size_t kExcerptWindow = 200;  // code points

// A claim with what it cites, in the ids that the model wrote.
struct CitedClaim {
  std::string text;
  std::vector<std::string> pointer_ids;
  // Where the passage of each pointer states the claim, as far as that is known; else empty.
  std::vector<std::optional<SpanPlace>> places = {};
  // The passage of each pointer, for pointers to sentences; else empty.
  std::vector<const EvidenceObject*> passages = {};
};

struct RenderedLattice {
  std::string text;
  std::size_t work = 0;  // steps: what the tests of linear time count
};

// FROZEN under each rendering's name: docs/format/evidence.md. Claims as prose: a bullet each, and
// under it the cited passages with the sentences that the claim is about. Claims without text are
// left out; an unknown id shows as [id: ?]. one-line-v2 shows the place that states the claim,
// where it is known. Linear in the bytes of claims and passages: beyond a budget excerpts are the
// first sentences, and labels are cut.
RenderedLattice RenderClaimLattice(std::span<const CitedClaim> claims, const EvidenceMap& evidence,
                                   Rendering rendering, std::size_t window = kExcerptWindow);

}  // namespace arborist::evidence
