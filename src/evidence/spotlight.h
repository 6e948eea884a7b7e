// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "text/many_find.h"

namespace arborist::evidence {

// FROZEN reference-v9.8: docs/format/evidence.md. Shows the sentences of a passage in which most
// content words of a claim occur. Made once for a claim and used for each passage it cites. One
// thread at a time: it has scratch space.
class Spotlight {
 public:
  // claim_tokens: ContentTokens of the claim. window: code points.
  Spotlight(const std::vector<std::string>& claim_tokens, std::size_t window);

  // lower_span: the span in lower case. nullopt when the budget does not allow the search.
  std::optional<std::string> Excerpt(std::string_view span, std::string_view lower_span,
                                     Budget* budget);

 private:
  std::optional<std::size_t> DensestPlace(std::string_view lower_span, Budget* budget);

  std::size_t window_;
  std::size_t longest_token_ = 0;  // code points
  text::ManyFind tokens_;
  // By token, all 0 between two searches: clearing them must not cost the length of the claim.
  std::vector<std::size_t> free_from_;  // places of one token do not overlap
  std::vector<std::size_t> inside_;     // number of its places in the window
};

// The excerpt of a passage without any word of the claim: its first sentences, or all of it.
std::string LeadingExcerpt(std::string_view span, std::size_t window);

}  // namespace arborist::evidence
