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

// A claim and the pointers it cites, as the model wrote them.
struct CitedClaim {
  std::string text;
  std::vector<std::string> pointer_ids;
  // For each pointer the place that states the claim, where known; otherwise empty.
  std::vector<std::optional<SpanPlace>> places = {};
  // For each pointer its passage, where pointers name sentences; otherwise empty.
  std::vector<const EvidenceObject*> passages = {};
};

struct RenderedLattice {
  std::string text;
  std::size_t work = 0;  // steps; tests assert that they grow linearly
};

// FROZEN under each rendering's name: docs/format/evidence.md. Claims as prose: a bullet for each,
// and under it the cited passages with the sentences that concern the claim. Claims without text
// are left out; an unknown id is shown as [id: ?]. one-line-v2 shows the place that states the
// claim, where it is known. Linear in the bytes of claims and passages: beyond a budget, excerpts
// are the first sentences and labels are cut. `evidence` is borrowed for the call.
RenderedLattice RenderClaimLattice(std::span<const CitedClaim> claims, const EvidenceMap& evidence,
                                   Rendering rendering, std::size_t window = kExcerptWindow);

}  // namespace arborist::evidence
