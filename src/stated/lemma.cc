// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Text" 7. Lemmas and roots by rules and tables. A
// lemma need not be a word: it only must be the same for all forms of one word ("make", "makes" and
// "making" all become "mak"). Results are views into the token, a table or `letters`, because every
// token of every source is lemmatised.
#include "stated/lemma.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/scan.h"

namespace arborist::stated {

namespace {

bool IsVowel(char c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}
bool HasVowel(std::string_view word) { return std::ranges::any_of(word, IsVowel); }

bool IsAsciiWord(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

// Repairs a stem whose ending was cut: "stopp" is stop.
std::string_view Mended(std::string_view stem) {
  const std::size_t size = stem.size();
  const char last = stem.back();
  if (size > 2 && last == stem[size - 2] && !IsVowel(last) && last != 'l' && last != 's' &&
      last != 'z' && last != 'f') {
    return stem.substr(0, size - 1);
  }
  if (stem.ends_with("ll") && size > 4) return stem.substr(0, size - 1);
  return stem;
}

// Drops a final e, which inflection drops and restores, and turns a final y into i.
std::string_view Tail(std::string_view word, Letters* letters) {
  if (word.size() > 3 && word.ends_with('e')) word.remove_suffix(1);
  if (word.size() <= 2 || !word.ends_with('y')) return word;
  char* const room = letters->Room(word.size());
  std::ranges::copy(word, room);
  room[word.size() - 1] = 'i';
  return {room, word.size()};
}

std::string_view Cut(std::string_view word, std::size_t bytes) {
  return word.substr(0, word.size() - bytes);
}

std::string_view WithoutS(std::string_view lower, Letters* letters) {
  if (lower.ends_with("ies") && lower.size() > 4) return Cut(lower, 2);
  if (lower.ends_with("sses") || lower.ends_with("shes") || lower.ends_with("ches") ||
      lower.ends_with("xes") || lower.ends_with("zzes")) {
    return Cut(lower, 2);
  }
  if (lower.ends_with("ss") || lower.ends_with("us") || lower.ends_with("is")) return lower;
  const std::string_view stem = Cut(lower, 1);
  const std::string_view base = BaseOf(*FindWord(stem));
  return Tail(base.empty() ? stem : base, letters);
}

std::string_view WithoutLy(std::string_view lower, Letters* letters) {
  if (lower.ends_with("ily") && lower.size() > 5) return Cut(lower, 2);
  if (lower.ends_with("ically") && lower.size() > 7) return Cut(lower, 4);
  if (lower.ends_with("ly") && lower.size() > 5) return Tail(Cut(lower, 2), letters);
  return Tail(lower, letters);
}

std::string_view EnglishLemma(const Token& token, Letters* letters) {
  const std::string_view lower = token.lower;
  if (const std::string_view base = BaseOf(*token.listed); !base.empty()) {
    return Tail(base, letters);
  }
  if (lower.size() < 4 || !IsAsciiWord(lower)) return lower;
  switch (lower.back()) {
    case 's':
      return WithoutS(lower, letters);
    case 'd':
      if (lower.ends_with("ied") && lower.size() > 4) return Cut(lower, 2);
      if (lower.ends_with("ed") && !lower.ends_with("eed") && lower.size() > 4 &&
          HasVowel(Cut(lower, 2))) {
        return Tail(Mended(Cut(lower, 2)), letters);
      }
      return lower;
    case 'g':
      if (lower.ends_with("ing") && lower.size() > 5 && HasVowel(Cut(lower, 3))) {
        return Tail(Mended(Cut(lower, 3)), letters);
      }
      return lower;
    case 'y':
      return WithoutLy(lower, letters);
    default:
      return Tail(lower, letters);
  }
}

// A German verb or adjective without its ending; stems on d and t have an e before the t.
std::string_view GermanStem(std::string_view lower) {
  constexpr std::size_t kShortest = 4;
  for (const std::string_view ending : {"eten", "ete", "et"}) {
    if (!lower.ends_with(ending) || lower.size() < ending.size() + kShortest) continue;
    const std::string_view stem = lower.substr(0, lower.size() - ending.size());
    if (stem.ends_with('d') || stem.ends_with('t')) return stem;
  }
  for (const std::string_view ending : {"ten", "te"}) {
    if (lower.size() >= ending.size() + kShortest && lower.ends_with(ending)) {
      return Cut(lower, ending.size());
    }
  }
  for (const std::string_view ending : {"en", "em", "er", "es", "e", "n", "s", "t"}) {
    if (lower.size() >= ending.size() + kShortest && lower.ends_with(ending)) {
      return Cut(lower, ending.size());
    }
  }
  return lower;
}

std::string_view GermanLemma(std::string_view lower, Letters* letters) {
  if (const std::string base = GermanBase(lower); !base.empty()) return letters->Keep(base);
  if (lower.size() < 5) return lower;
  // gedreht, drehte, drehten: dreh
  if (lower.size() >= 7 && lower.starts_with("ge") && lower.ends_with('t')) {
    return GermanStem(lower.substr(2));
  }
  return GermanStem(lower);
}

}  // namespace

std::string_view Lemma(const Token& token, Language language, Letters* letters) {
  if (language == Language::kEnglish) return EnglishLemma(token, letters);
  if (language == Language::kGerman) return GermanLemma(token.lower, letters);
  return token.lower;
}

std::string_view Root(std::string_view lemma) {
  constexpr std::size_t kShortest = 5;
  constexpr std::string_view kNever[] = {"department", "apartment", "compartment", "position",
                                         "important",  "importanc", "authoriti",   "communiti",
                                         "universiti", "objectiv",  "nation",      "general"};
  if (lemma.size() < kShortest || !IsAsciiWord(lemma)) return {};
  // Longest first. Agents (-er, -or, -ee) have another role and stay apart.
  constexpr std::string_view kEndings[] = {"ization", "isation", "ation", "ition", "ement", "ment",
                                           "ional",   "ion",     "iti",   "ness",  "iou",   "al",
                                           "ur",      "at",      "iz",    "is"};
  // The last letters of these lists: any other word needs no search.
  constexpr auto kLast = [&] {
    std::array<bool, 256> last{};
    for (const std::string_view word : kEndings)
      last[static_cast<std::uint8_t>(word.back())] = true;
    for (const std::string_view word : kNever) last[static_cast<std::uint8_t>(word.back())] = true;
    return last;
  }();
  if (!kLast[static_cast<std::uint8_t>(lemma.back())]) return lemma;
  for (const std::string_view never : kNever) {
    if (never.front() == lemma.front() && never == lemma) return {};
  }
  for (const std::string_view ending : kEndings) {
    if (ending.back() != lemma.back()) continue;
    if (lemma.size() >= ending.size() + kShortest && lemma.ends_with(ending)) {
      return Cut(lemma, ending.size());
    }
  }
  return lemma;
}

}  // namespace arborist::stated
