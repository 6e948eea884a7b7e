// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "text/many_find.h"
#include "verify/reference/context.h"

namespace arborist::verify {

// What claims answer with, looked for in the spans they cite: each span is passed once for the
// anchors of all claims, and once for its numbers.
class AnchorSearch {
 public:
  // What is not found before the budget is spent is not there.
  explicit AnchorSearch(Budget* budget) : budget_(budget) {}

  // The number of an anchor, which is in lower case. All of them before Link.
  std::uint32_t Add(std::string_view lower);
  void Link();

  // Numbers of the anchors of a span, ascending.
  struct Found {
    std::vector<std::uint32_t> inside;  // anywhere
    std::vector<std::uint32_t> alone;   // no word character at either side
  };
  const Found& In(const Context& span);

  // The span's counts by value (anchors.h), ascending.
  const std::vector<std::string>& CountsIn(const Context& span);

 private:
  struct Facts {
    std::optional<Found> found;
    std::optional<std::vector<std::string>> counts;
  };
  // Of an anchor in the span that is being passed.
  struct Seen {
    bool inside = false;
    bool at_word_end = false;
    bool alone = false;
  };
  void Pass(std::string_view text, Found* found);

  Budget* budget_;
  text::ManyFind anchors_;
  std::vector<Seen> seen_;  // nothing seen between two spans
  std::map<const Context*, Facts> facts_;
};

}  // namespace arborist::verify
