// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "judge/reference/context.h"
#include "text/many_find.h"

namespace arborist::judge {

// Searches cited spans for what claims answer with. Each span is passed once for the anchors of all
// claims and once for its numbers; results are kept. Add all anchors, then Link, then ask. Borrows
// the budget, and the contexts by address.
class AnchorSearch {
 public:
  // What would be found only after the budget is spent counts as absent.
  explicit AnchorSearch(Budget* budget) : budget_(budget) {}

  // Returns the number of an anchor, given in lower case. Call before Link.
  std::uint32_t Add(std::string_view lower);
  void Link();

  // The anchors that a span contains, by number, ascending.
  struct Found {
    std::vector<std::uint32_t> inside;  // anywhere
    std::vector<std::uint32_t> alone;   // with no word character at either side
  };
  const Found& In(const Context& span);

  // The counts of a span by value (anchors.h), ascending.
  const std::vector<std::string>& CountsIn(const Context& span);

 private:
  struct Facts {
    std::optional<Found> found;
    std::optional<std::vector<std::string>> counts;
  };
  // What was seen of one anchor in the span being passed.
  struct Seen {
    bool inside = false;
    bool at_word_end = false;
    bool alone = false;
  };
  void Pass(std::string_view text, Found* found);

  Budget* budget_;
  text::ManyFind anchors_;
  std::vector<Seen> seen_;  // reset between two spans
  std::map<const Context*, Facts> facts_;
};

}  // namespace arborist::judge
