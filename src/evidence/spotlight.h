// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/many_find.h"

namespace arborist::evidence {

// FROZEN reference-v9.8: docs/format/evidence.md. Shows of a passage the sentences where most of a
// claim's content words stand together. Made once for a claim, used for each passage it cites.
class Spotlight {
 public:
  // From the claim's ContentTokens. window: code points.
  Spotlight(const std::vector<std::string>& claim_tokens, std::size_t window);

  // lower_span: the span in lower case.
  std::string Excerpt(std::string_view span, std::string_view lower_span) const;

  // Steps of the searches so far: what the tests of linear time count.
  std::size_t work() const { return work_; }

 private:
  std::size_t DensestPlace(std::string_view lower_span) const;
  std::string LeadingExcerpt(std::string_view span) const;

  std::size_t window_;
  std::size_t longest_token_ = 0;  // code points
  text::ManyFind tokens_;
  mutable std::size_t work_ = 0;
};

}  // namespace arborist::evidence
