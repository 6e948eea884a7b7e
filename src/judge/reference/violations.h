// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/evidence_map.h"
#include "json/value.h"

// The violations of a lattice verdict as JSON objects. `kind` and the fields are the reference's;
// `reason` and `rationale` are free wording, in no hash (decision 18).
namespace arborist::judge {

using ClaimIndex = std::optional<std::int64_t>;

// The first 200 code points, which is how much of a claim a violation repeats.
std::string_view ShownText(std::string_view text);
json::Value ToJson(const ClaimIndex& index);

json::Object TooManyClaims(std::size_t n_claims, std::int64_t max);
json::Object SchemaInvalid(const ClaimIndex& claim, std::string reason);
json::Object WarrantMissing(const ClaimIndex& claim, const std::vector<std::string>& anchors);
json::Object TitleMismatch(const ClaimIndex& claim, std::string_view text, json::Array titles);
json::Object SubjectTokensAbsent(const ClaimIndex& claim, std::string_view text,
                                 const std::set<std::string>& absent);
json::Object DeflectionDetected(std::string_view subject_anchor, double overlap_ratio);
json::Object FormatCollapsed(std::size_t meaningful_lines);
json::Object LazyAnchorDemote(double ratio, std::int64_t min_pairs, double threshold);

// Python's round(value, 3).
double RoundToThousandths(double value);

}  // namespace arborist::judge
