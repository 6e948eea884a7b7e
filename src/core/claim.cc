// SPDX-License-Identifier: AGPL-3.0-only
#include "core/claim.h"

#include <array>

#include "core/distiller.h"
#include "judge/lexical_v2/lexical_v2.h"
#include "text/canonical.h"

namespace arborist::core {

// Slices adjoin without a gap; bases have lost the white space at their ends.
std::string JoinSpans(std::string_view base, std::span<const std::string> spans) {
  std::string joined;
  for (const std::string& span : spans) {
    if (!joined.empty() && base != kIdentityBase) joined += " ";
    joined += span;
  }
  return joined;
}

std::string ClaimProblem(std::string_view claim, std::string_view passage, std::string_view span) {
  const std::string wanted = text::Canonicalize(passage);
  if (wanted.empty() || !text::Canonicalize(span).contains(wanted))
    return "not_verbatim: the passage does not stand in the document word for word";
  const std::array<std::string_view, 1> spans{wanted};
  const judge::lexical::Checked checked = judge::SupportsClaim(claim, spans);
  if (checked.support == judge::lexical::Support::kNone)
    return "unsupported: lexical-v2 does not find the claim in the passage";
  return {};
}

}  // namespace arborist::core
