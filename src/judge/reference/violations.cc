// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/reference/violations.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "judge/reference/lattice.h"
#include "text/utf8.h"

namespace arborist::judge {

std::string_view ShownText(std::string_view text) { return text::Prefix(text, 200); }

json::Value ToJson(const ClaimIndex& index) {
  return index ? json::Value(*index) : json::Value(nullptr);
}

double RoundToThousandths(double value) {
  // Through decimal digits, as Python rounds: scaling and rounding would round twice.
  std::array<char, 400> digits;
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                     std::chars_format::fixed, 3);
  double rounded = 0;
  std::from_chars(digits.data(), written.ptr, rounded);
  return rounded;
}

json::Object TooManyClaims(std::size_t n_claims, std::int64_t max) {
  return {
      {"kind", "TOO_MANY_CLAIMS"}, {"n_claims", static_cast<std::int64_t>(n_claims)}, {"max", max}};
}

json::Object SchemaInvalid(const ClaimIndex& claim, std::string reason) {
  json::Object violation{{"kind", "SCHEMA_INVALID"}, {"reason", std::move(reason)}};
  if (claim) violation.emplace("claim_idx", *claim);
  return violation;
}

json::Object WarrantMissing(const ClaimIndex& claim, const std::vector<std::string>& anchors) {
  return {{"kind", "WARRANT_MISSING"},
          {"claim_idx", ToJson(claim)},
          {"missing_anchors", json::Array(anchors.begin(), anchors.end())},
          {"rationale",
           "the cited passages do not hold the name, date or number that the claim "
           "answers with"}};
}

json::Object TitleMismatch(const ClaimIndex& claim, std::string_view text, json::Array titles) {
  return {{"kind", "TITLE_MISMATCH"},
          {"claim_idx", ToJson(claim)},
          {"claim_text", ShownText(text)},
          {"cited_titles", std::move(titles)},
          {"rationale", "no cited title shares a content word with the claim"}};
}

json::Object SubjectTokensAbsent(const ClaimIndex& claim, std::string_view text,
                                 const std::set<std::string>& absent) {
  return {{"kind", "SUBJECT_TOKENS_ABSENT"},
          {"claim_idx", ToJson(claim)},
          {"claim_text", ShownText(text)},
          {"absent_tokens", json::Array(absent.begin(), absent.end())},
          {"rationale", "the claim repeats " + std::to_string(absent.size()) +
                            " words of the question that no cited passage holds"}};
}

json::Object DeflectionDetected(std::string_view subject_anchor, double overlap_ratio) {
  return {{"kind", "DEFLECTION_DETECTED"},
          {"subject_anchor", subject_anchor},
          {"overlap_ratio", overlap_ratio},
          {"rationale", "the answer never comes to the subject of the question"}};
}

json::Object FormatCollapsed(std::size_t meaningful_lines) {
  return {
      {"kind", "FORMAT_COLLAPSED"},
      {"meaningful_lines", static_cast<std::int64_t>(meaningful_lines)},
      {"bracket_count", 0},
      {"rationale", "prose over several lines and not one pointer: the answer gave up the format"}};
}

json::Object LazyAnchorDemote(double ratio, std::int64_t min_pairs, double threshold) {
  return {{"kind", "LAZY_ANCHOR_DEMOTE"},
          {"ratio", RoundToThousandths(ratio)},
          {"min_pairs", min_pairs},
          {"threshold", threshold}};
}

bool HasReason(const ClaimStatus& claim, std::string_view reason) {
  return claim.status == reason || std::ranges::find(claim.reasons, reason) != claim.reasons.end();
}

}  // namespace arborist::judge
