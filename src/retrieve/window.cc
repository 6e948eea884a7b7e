// SPDX-License-Identifier: AGPL-3.0-only
// Cuts a text to a number of code points around the sentences that say most of the query. A sliding
// window over the sentences finds the heaviest range in linear time; weights are integers because
// sums of floats would depend on the order. Sentences without a hit fall off both ends, and what is
// left of the budget grows the range on both sides in turn.
#include "retrieve/window.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "retrieve/budget.h"
#include "text/scan.h"
#include "text/utf8.h"

namespace arborist::retrieve {

namespace {

struct Sentence {
  std::size_t begin = 0;  // bytes, white space behind it included
  std::size_t end = 0;
  std::size_t code_points = 0;
  std::int64_t weight = 0;  // in millionths: whole numbers, which sums do not round
};

// Sentences and lines, which together are the text.
std::vector<Sentence> SentencesOf(std::string_view text, const Ranker& ranker) {
  std::vector<Sentence> sentences;
  std::size_t begin = 0;
  const auto add = [&](std::size_t end) {
    const std::string_view part = text.substr(begin, end - begin);
    const std::vector<int> frequency = ranker.Frequencies(part);
    sentences.push_back({.begin = begin,
                         .end = end,
                         .code_points = text::CountCodePoints(part),
                         .weight = std::llround(ranker.WeightOf(frequency) * 1e6)});
    begin = end;
  };
  for (std::size_t pos = 0; pos < text.size();) {
    const bool line_end = text[pos] == '\n';
    text::Decode(text, &pos);
    if (!line_end && !IsSentenceEnd(text, pos)) continue;
    const std::size_t next = text::SkipWhitespace(text, pos);
    add(next);
    pos = next;
  }
  if (begin < text.size()) add(text.size());
  return sentences;
}

// The sentences from first up to last, of at most so many code points, that weigh most together;
// of several the first. A sentence that is too long stands alone.
struct Range {
  std::size_t first = 0;
  std::size_t last = 0;  // behind it
};
Range Heaviest(const std::vector<Sentence>& sentences, std::size_t max_code_points) {
  Range best;
  std::int64_t best_weight = -1, weight = 0;
  std::size_t first = 0, code_points = 0;
  for (std::size_t last = 0; last < sentences.size(); ++last) {
    code_points += sentences[last].code_points;
    weight += sentences[last].weight;
    while (first < last && code_points > max_code_points) {
      code_points -= sentences[first].code_points;
      weight -= sentences[first++].weight;
    }
    if (weight > best_weight) {
      best_weight = weight;
      best = {first, last + 1};
    }
  }
  return best;
}

}  // namespace

Window CutAroundHits(std::string_view text, const Ranker& ranker, std::size_t max_code_points) {
  if (text::Prefix(text, max_code_points).size() == text.size()) return {0, text.size()};
  const std::vector<Sentence> sentences = SentencesOf(text, ranker);
  Range range = Heaviest(sentences, max_code_points);
  const auto says = [&](std::size_t i) { return sentences[i].weight > 0; };
  while (range.first + 1 < range.last && !says(range.first)) ++range.first;
  while (range.first + 1 < range.last && !says(range.last - 1)) --range.last;
  if (!says(range.first)) range = {0, 1};
  // What is left of the budget goes to both sides in turn, so that the hits keep their context.
  std::size_t used = 0;
  for (std::size_t i = range.first; i < range.last; ++i) used += sentences[i].code_points;
  const auto fits = [&](std::size_t i) {
    return used + sentences[i].code_points <= max_code_points;
  };
  for (bool grew = true; grew;) {
    grew = false;
    if (range.first > 0 && fits(range.first - 1)) {
      used += sentences[--range.first].code_points;
      grew = true;
    }
    if (range.last < sentences.size() && fits(range.last)) {
      used += sentences[range.last++].code_points;
      grew = true;
    }
  }
  const std::size_t begin = sentences[range.first].begin;
  const std::size_t end = sentences[range.last - 1].end;
  const std::string_view part = text::StripRight(text.substr(begin, end - begin));
  return {begin, begin + CutAtSentence(part, max_code_points).size()};
}

}  // namespace arborist::retrieve
