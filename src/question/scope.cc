// SPDX-License-Identifier: AGPL-3.0-only
#include "question/scope.h"

#include <array>

#include "question/counts.h"

namespace arborist::question {

namespace {

#include "question/scope_tables.inc"

// 1990s, 90s, and 1990's, which SplitWords leaves as a possessive year.
bool IsDecade(const Word& word) {
  if (word.possessive) return YearOf(word).has_value();
  if (word.text.size() == 3 && word.text.ends_with("0s"))
    return word.text[0] >= '1' && word.text[0] <= '9';
  if (word.text.size() != 5 || !word.text.ends_with('s')) return false;
  Word year = word;
  year.text.pop_back();
  return YearOf(year).has_value();
}

bool IsOrdinal(std::string_view text) {
  return text.size() > 2 && text[0] >= '0' && text[0] <= '9' &&
         (text.ends_with("th") || text.ends_with("st") || text.ends_with("nd") ||
          text.ends_with("rd"));
}

}  // namespace

bool IsTimeAnchor(std::span<const Word> words, std::size_t i) {
  if (words[i].quoted) return false;
  if (IsDecade(words[i])) return true;
  if (YearOf(words[i])) return i > 0 && Contains(kYearBefore, words[i - 1].text);
  return IsOrdinal(words[i].text) && i + 1 < words.size() && words[i + 1].text == "century";
}

bool HasScopeAnchor(std::span<const Word> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (MatchAt(words, i, words.size(), kNamedSets) > 0 ||
        MatchAt(words, i, words.size(), kLeagues) > 0 || IsTimeAnchor(words, i)) {
      return true;
    }
  }
  return false;
}

}  // namespace arborist::question
