// SPDX-License-Identifier: AGPL-3.0-only
// Searches for the anchors of all claims in each cited span, in one Aho-Corasick pass. An anchor
// may be the end of another one ("ann" of "mary ann"), so at one place of the text as many anchors
// may end as the longest has letters, and visiting all of them each time would be quadratic. Pass
// skips the shorter ones once the longer anchor has been seen: everything that ends it was reported
// then. At its first word end they are visited once more, to see which of them stand alone; what
// precedes them is part of the longer anchor, hence the same every time. The budget limits what
// remains.
#include "judge/reference/anchor_search.h"

#include <algorithm>

#include "judge/reference/anchors.h"
#include "text/scan.h"

namespace arborist::judge {

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
    // What precedes a shorter anchor is part of this one, so it is the same at every word end.
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

}  // namespace arborist::judge
