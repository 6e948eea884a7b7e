// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <cstddef>
#include <ranges>

#include "base/budget.h"

namespace arborist::judge {

// Visits the common elements of two sorted ranges without duplicates, until the visitor returns
// false. Walks the shorter range and searches the longer one, so that neither a claim that cites
// many passages nor a passage cited by many claims is quadratic. Visits nothing when the budget is
// spent.
template <typename A, typename B, typename Visitor>
void ForEachShared(const A& a, const B& b, Budget* budget, Visitor&& visit) {
  const auto walk = [&](const auto& few, const auto& many) {
    if (!budget->Take(std::ranges::size(few) + 1)) return;
    for (const auto& value : few) {
      const auto found = std::ranges::lower_bound(many, value);
      if (found != std::ranges::end(many) && *found == value && !visit(value)) return;
    }
  };
  if (std::ranges::size(a) <= std::ranges::size(b)) {
    walk(a, b);
  } else {
    walk(b, a);
  }
}

template <typename A, typename B>
bool ShareOne(const A& a, const B& b, Budget* budget) {
  bool shared = false;
  ForEachShared(a, b, budget, [&](const auto&) {
    shared = true;
    return false;
  });
  return shared;
}

}  // namespace arborist::judge
