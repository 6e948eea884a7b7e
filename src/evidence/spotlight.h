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

// FROZEN reference-v9.8: docs/format/evidence.md. Shows of a passage the sentences where most of a
// claim's content words stand together. Made once for a claim, used for each passage it cites.
class Spotlight {
 public:
  // From the claim's ContentTokens. window: code points.
  Spotlight(const std::vector<std::string>& claim_tokens, std::size_t window);

  // lower_span: the span in lower case. Nothing when the budget does not allow to look.
  std::optional<std::string> Excerpt(std::string_view span, std::string_view lower_span,
                                     Budget* budget);

 private:
  std::optional<std::size_t> DensestPlace(std::string_view lower_span, Budget* budget);

  std::size_t window_;
  std::size_t longest_token_ = 0;  // code points
  text::ManyFind tokens_;
  // Of each token, all 0 between two searches: a passage must not cost what the claim is long.
  std::vector<std::size_t> free_from_;  // a token's places do not overlap
  std::vector<std::size_t> inside_;     // its places in the window
};

// What is shown of a passage where no word of the claim stands: its first sentences, or all of it.
std::string LeadingExcerpt(std::string_view span, std::size_t window);

}  // namespace arborist::evidence
