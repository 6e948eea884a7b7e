// SPDX-License-Identifier: AGPL-3.0-only
// Every five words of a question in a row. The index finds chunks by the search terms of a run;
// since terms are folded and stopwords missing, StandIn compares the plain words of the text
// afterwards.
#include "retrieve/phrases.h"

#include <algorithm>

#include "text/canonical.h"
#include "text/scan.h"
#include "text/search_tokens.h"

namespace arborist::retrieve {

namespace {

// Lower-case words with one space around each; apostrophes vanish, all else parts words.
std::string PlainWords(std::string_view text) {
  const std::string lower = text::ToLower(text);
  std::string words = " ";
  for (std::size_t pos = 0; pos < lower.size();) {
    const std::size_t start = pos;
    const char32_t c = text::Decode(lower, &pos);
    if (text::IsWordChar(c)) {
      words.append(lower, start, pos - start);
    } else if (c != '\'' && c != 0x2019 && words.back() != ' ') {
      words += ' ';
    }
  }
  if (words.back() != ' ') words += ' ';
  return words;
}

}  // namespace

Phrases::Phrases(std::string_view question) {
  const std::string words = PlainWords(ClipQuery(question));
  std::vector<std::size_t> spaces;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == ' ') spaces.push_back(i);
  }
  for (std::size_t i = 0; i + kWords < spaces.size() && i < kMaxGroups; ++i) {
    std::string run = words.substr(spaces[i], spaces[i + kWords] + 1 - spaces[i]);
    if (std::find(runs_.begin(), runs_.end(), run) == runs_.end()) runs_.push_back(std::move(run));
  }
}

WeightedQuery Phrases::ForIndex(const Query& query, const index::TermStatistics& statistics) const {
  constexpr std::size_t kLeastTerms = 3;
  index::Any any;
  index::Weights weights{.leaves = {}, .average_length = statistics.average_length};
  for (const std::string& run : runs_) {
    index::Phrase phrase;
    double weight = 0;
    std::int64_t rarest = 0;
    bool possible = true;
    for (const text::QueryTerm& term : text::QueryTerms(run)) {
      if (term.dense) possible = false;
      phrase.terms.push_back(term.term);
      const auto known = std::find(query.terms.begin(), query.terms.end(), index::Term{term.term});
      if (known == query.terms.end()) continue;
      const auto index = static_cast<std::size_t>(known - query.terms.begin());
      const std::int64_t frequency = statistics.frequency[index];
      if (frequency == 0) possible = false;
      rarest = weight == 0 ? frequency : std::min(rarest, frequency);
      weight += statistics.idf[index];
    }
    if (!possible || phrase.terms.size() < kLeastTerms || weight <= 0) continue;
    any.members.push_back({std::move(phrase)});
    weights.leaves.push_back(weight);
    weights.expected_rows += rarest / 64;  // a row that holds the word seldom holds the run
  }
  return {.query = {.tree = {std::move(any)}}, .weights = std::move(weights)};
}

bool Phrases::StandIn(std::string_view text) const {
  if (runs_.empty()) return false;
  const std::string words = PlainWords(text);
  return std::any_of(runs_.begin(), runs_.end(),
                     [&](const std::string& run) { return words.find(run) != std::string::npos; });
}

}  // namespace arborist::retrieve
