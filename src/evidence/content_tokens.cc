// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN reference-v9.8: docs/format/evidence.md, "Content tokens". Words are stripped of
// punctuation as Python's str.strip does, lowered, and kept if they are long enough and no stop
// word. The order (longest first, then by first place) is part of the rule, because cut-offs depend
// on it.
#include "evidence/content_tokens.h"

#include <algorithm>
#include <set>

#include "text/canonical.h"
#include "text/scan.h"

namespace arborist::evidence {

namespace {

constexpr auto kStopwords = text::MakeWordSet(
    "from", "with", "into", "onto", "upon", "this", "that", "these", "those", "have", "been",
    "being", "their", "there", "they", "them", "your", "what", "when", "where", "while", "which",
    "would", "could", "should", "might", "shall", "first", "last", "also", "very", "much", "many",
    "more", "most", "less", "some", "such", "than", "then", "back", "next", "after", "before",
    "between", "through", "across", "above", "below", "during", "without", "within", "until",
    "since", "about", "around", "along", "among", "appear", "appears", "appeared", "feature",
    "features", "include", "includes", "shown", "shows");

constexpr text::AsciiSet kMarks = ".,;:!?\"'()[]{}-";
constexpr std::string_view kDash = "—";

// Python's str.strip(".,;:!?\"'()[]{}—-").
std::string_view StripMarks(std::string_view word) {
  for (;;) {
    const std::size_t size = word.size();
    word = text::StripAny(word, kMarks);
    while (word.starts_with(kDash)) word.remove_prefix(kDash.size());
    while (word.ends_with(kDash)) word.remove_suffix(kDash.size());
    if (word.size() == size) return word;
  }
}

bool IsAcronym(std::string_view core, std::size_t length) {
  return length >= 2 && length <= 3 && text::IsAlphaString(core) && text::IsUpperString(core);
}

}  // namespace

std::vector<std::string> ContentTokens(std::string_view text) {
  struct Token {
    std::string text;
    std::size_t length;
    std::size_t order;  // the number of its first place
  };
  std::vector<Token> tokens;
  std::set<std::string> seen;
  std::size_t pos = 0;
  for (std::string_view word = text::NextWord(text, &pos); !word.empty();
       word = text::NextWord(text, &pos)) {
    const std::string_view core = StripMarks(word);
    std::string token = text::ToLower(core);
    const std::size_t length = text::CountCodePoints(token);
    if (length < 4 && !IsAcronym(core, text::CountCodePoints(core))) continue;
    if (kStopwords.Has(token) || !seen.insert(token).second) continue;
    tokens.push_back({std::move(token), length, tokens.size()});
  }
  std::ranges::sort(tokens, [](const Token& a, const Token& b) {
    return a.length != b.length ? a.length > b.length : a.order < b.order;
  });
  std::vector<std::string> texts;
  texts.reserve(tokens.size());
  for (Token& token : tokens) texts.push_back(std::move(token.text));
  return texts;
}

}  // namespace arborist::evidence
