// SPDX-License-Identifier: AGPL-3.0-only
#include "verify/reference/anchor_search.h"

#include <algorithm>

#include "text/scan.h"
#include "verify/reference/anchors.h"

namespace arborist::verify {

std::uint32_t AnchorSearch::Add(std::string_view lower) {
  return static_cast<std::uint32_t>(anchors_.Add(lower));
}

void AnchorSearch::Link() {
  anchors_.Link();
  seen_.resize(anchors_.needle_count());
}

const AnchorSearch::Found& AnchorSearch::In(const Context& span) {
  Facts& facts = facts_[&span];
  if (!facts.found) {
    facts.found.emplace();
    if (budget_->Take(span.normalized().size())) Pass(span.normalized(), &*facts.found);
  }
  return *facts.found;
}

void AnchorSearch::Pass(std::string_view text, Found* found) {
  using Next = text::ManyFind::Next;
  anchors_.ForEach(text, [&](const text::ManyFind::Place& place) {
    Seen& seen = seen_[place.needle];
    const auto number = static_cast<std::uint32_t>(place.needle);
    const bool at_word_end =
        place.end == text.size() || !text::IsWordChar(text::At(text, place.end));
    if (!seen.inside) {
      seen.inside = true;
      found->inside.push_back(number);
    } else if (!at_word_end) {
      return Next::kSkipShorter;  // met before, and so were all that end it
    }
    if (!at_word_end) return budget_->Take(1) ? Next::kOn : Next::kStop;
    if (!seen.alone && (place.begin == 0 || !text::IsWordChar(text::Before(text, place.begin)))) {
      seen.alone = true;
      found->alone.push_back(number);
    }
    // What stands before the shorter ones is part of this one: the same at each word's end.
    if (seen.at_word_end) return Next::kSkipShorter;
    seen.at_word_end = true;
    return budget_->Take(1) ? Next::kOn : Next::kStop;
  });
  for (const std::uint32_t number : found->inside) seen_[number] = {};
  std::ranges::sort(found->inside);
  std::ranges::sort(found->alone);
}

const std::vector<std::string>& AnchorSearch::CountsIn(const Context& span) {
  Facts& facts = facts_[&span];
  if (!facts.counts) {
    facts.counts.emplace();
    if (!budget_->Take(span.normalized().size())) return *facts.counts;
    ForEachCount(span.normalized(), [&](std::string value, std::string_view) {
      facts.counts->push_back(std::move(value));
    });
    std::ranges::sort(*facts.counts);
    facts.counts->erase(std::ranges::unique(*facts.counts).begin(), facts.counts->end());
  }
  return *facts.counts;
}

}  // namespace arborist::verify
