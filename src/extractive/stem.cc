// SPDX-License-Identifier: AGPL-3.0-only
// A rough stemmer in four steps: the longest ending that leaves enough letters, a last e, y or i, a
// prefix (re, un, non, pre, mid), and one of two equal last letters. Endings are looked up by the
// last letter of the word, so a word costs a few comparisons. Unlike the
// Porter stemmer it merges "inventor" with "invention". Part of extractive-v2.
#include "extractive/stem.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

#include "text/utf8.h"

namespace arborist::extractive {

namespace {

// Endings, the longest first, with the least number of letters that must be left.
struct Ending {
  std::string_view text;
  std::size_t rest;
};
constexpr Ending kEndings[] = {
    {"izations", 3}, {"isations", 3}, {"ization", 3}, {"isation", 3}, {"fulness", 4},
    {"iveness", 4},  {"ousness", 4},  {"ements", 4},  {"ations", 4},  {"ically", 4},
    {"ement", 4},    {"ation", 4},    {"ments", 4},   {"ingly", 3},   {"ators", 4},
    {"tions", 4},    {"sions", 4},    {"ities", 4},   {"ances", 4},   {"ences", 4},
    {"ment", 4},     {"ator", 4},     {"tion", 4},    {"sion", 4},    {"ness", 4},
    {"ings", 3},     {"ical", 4},     {"ance", 4},    {"ence", 4},    {"ized", 4},
    {"ised", 4},     {"izes", 4},     {"ists", 4},    {"ions", 4},    {"edly", 4},
    {"ates", 4},     {"ated", 4},     {"able", 4},    {"ible", 4},    {"ize", 4},
    {"ise", 4},      {"ies", 3},      {"ied", 3},     {"ing", 3},     {"ion", 4},
    {"ers", 4},      {"ors", 4},      {"ian", 4},     {"ist", 4},     {"ity", 4},
    {"ate", 4},      {"est", 4},      {"ive", 4},     {"ous", 4},     {"ful", 4},
    {"ed", 3},       {"es", 3},       {"er", 4},      {"or", 4},      {"ly", 4},
    {"al", 4},       {"ic", 4},       {"s", 3},       {"e", 3},       {"y", 3},
};

// The numbers of the endings with each last letter, in order.
struct ByLastLetter {
  std::array<std::array<std::uint8_t, 32>, 26> numbers{};
  std::array<std::uint8_t, 26> count{};

  consteval ByLastLetter() {
    for (std::size_t i = 0; i < std::size(kEndings); ++i) {
      const auto letter = static_cast<std::size_t>(kEndings[i].text.back() - 'a');
      numbers[letter][count[letter]++] = static_cast<std::uint8_t>(i);
    }
  }
};
constexpr ByLastLetter kByLastLetter;

std::string_view EnglishStem(std::string_view word) {
  const char last = word.back();
  if (last < 'a' || last > 'z') return word;
  const auto letter = static_cast<std::size_t>(last - 'a');
  for (std::size_t i = 0; i < kByLastLetter.count[letter]; ++i) {
    const Ending& ending = kEndings[kByLastLetter.numbers[letter][i]];
    if (word.size() >= ending.text.size() + ending.rest && word.ends_with(ending.text) &&
        !(ending.text == "s" && word[word.size() - 2] == 's')) {
      word.remove_suffix(ending.text.size());
      break;
    }
  }
  if (word.size() > 3 && (word.back() == 'e' || word.back() == 'y' || word.back() == 'i')) {
    word.remove_suffix(1);
  }
  // A prefix: refocus becomes focus.
  if (word.size() >= 7 && std::string_view("runpm").contains(word[0])) {
    for (const std::string_view start : {"re", "un", "non", "pre", "mid"}) {
      if (word.starts_with(start) && word.size() >= start.size() + 5) {
        word.remove_prefix(start.size());
        break;
      }
    }
  }
  // A doubled letter: planned becomes plan.
  if (word.size() > 3 && word.back() == word[word.size() - 2] && word.back() != 's') {
    word.remove_suffix(1);
  }
  return word;
}

}  // namespace

std::string_view Stem(std::string_view letters) {
  const bool ascii =
      std::ranges::all_of(letters, [](char c) { return static_cast<std::uint8_t>(c) < 0x80; });
  if (letters.empty()) return letters;
  if (ascii) return EnglishStem(letters);
  for (const std::string_view article : {"وال", "بال", "كال", "فال", "لل", "ال"}) {
    if (letters.starts_with(article) && letters.size() > article.size() + 4) {
      letters.remove_prefix(article.size());
      break;
    }
  }
  return text::Prefix(letters, 5);
}

}  // namespace arborist::extractive
