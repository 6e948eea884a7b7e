// SPDX-License-Identifier: AGPL-3.0-only
#include "stated/lemma.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/scan.h"

namespace arborist::stated {

namespace {

bool IsVowel(char c) { return std::string_view("aeiouy").contains(c); }
bool HasVowel(std::string_view word) { return std::ranges::any_of(word, IsVowel); }

bool IsAsciiWord(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

// "stopp" is stop, "mak" is make: what is left of a verb without its ending.
std::string Mended(std::string_view stem) {
  const std::size_t size = stem.size();
  const char last = stem.back();
  if (size > 2 && last == stem[size - 2] && !IsVowel(last) && last != 'l' && last != 's' &&
      last != 'z' && last != 'f') {
    return std::string(stem.substr(0, size - 1));
  }
  if (stem.ends_with("ll") && size > 4) return std::string(stem.substr(0, size - 1));
  return std::string(stem);
}

// The final e, which inflection drops and puts back, does not count; y and i are one.
std::string Tail(std::string word) {
  if (word.size() > 3 && word.ends_with('e')) word.pop_back();
  if (word.size() > 2 && word.ends_with('y')) word.back() = 'i';
  return word;
}

std::string EnglishLemma(std::string_view lower) {
  if (const std::string_view base = BaseOf(*FindWord(lower)); !base.empty())
    return Tail(std::string(base));
  if (lower.size() < 4 || !IsAsciiWord(lower)) return std::string(lower);
  std::string_view stem = lower;
  if (stem.ends_with("ies") && stem.size() > 4) {
    return std::string(stem.substr(0, stem.size() - 2));
  }
  if (stem.ends_with("sses") || stem.ends_with("shes") || stem.ends_with("ches") ||
      stem.ends_with("xes") || stem.ends_with("zzes")) {
    return std::string(stem.substr(0, stem.size() - 2));
  }
  if (stem.ends_with('s') && !stem.ends_with("ss") && !stem.ends_with("us") &&
      !stem.ends_with("is")) {
    stem.remove_suffix(1);
    if (const std::string_view base = BaseOf(*FindWord(stem)); !base.empty())
      return Tail(std::string(base));
    return Tail(std::string(stem));
  }
  if (stem.ends_with("ied") && stem.size() > 4) return std::string(stem.substr(0, stem.size() - 2));
  if (stem.ends_with("ed") && !stem.ends_with("eed") && stem.size() > 4 &&
      HasVowel(stem.substr(0, stem.size() - 2))) {
    return Tail(Mended(stem.substr(0, stem.size() - 2)));
  }
  if (stem.ends_with("ing") && stem.size() > 5 && HasVowel(stem.substr(0, stem.size() - 3))) {
    return Tail(Mended(stem.substr(0, stem.size() - 3)));
  }
  if (stem.ends_with("ily") && stem.size() > 5) return std::string(stem.substr(0, stem.size() - 2));
  if (stem.ends_with("ically") && stem.size() > 7) {
    return std::string(stem.substr(0, stem.size() - 4));
  }
  if (stem.ends_with("ly") && stem.size() > 5) {
    return Tail(std::string(stem.substr(0, stem.size() - 2)));
  }
  return Tail(std::string(lower));
}

// What is left of a German verb or adjective without its ending: d and t keep an e before t.
std::string GermanStem(std::string_view lower) {
  constexpr std::size_t kShortest = 4;
  for (const std::string_view ending : {"eten", "ete", "et"}) {
    if (!lower.ends_with(ending) || lower.size() < ending.size() + kShortest) continue;
    const std::string_view stem = lower.substr(0, lower.size() - ending.size());
    if (stem.ends_with('d') || stem.ends_with('t')) return std::string(stem);
  }
  for (const std::string_view ending : {"ten", "te"}) {
    if (lower.size() >= ending.size() + kShortest && lower.ends_with(ending)) {
      return std::string(lower.substr(0, lower.size() - ending.size()));
    }
  }
  for (const std::string_view ending : {"en", "em", "er", "es", "e", "n", "s", "t"}) {
    if (lower.size() >= ending.size() + kShortest && lower.ends_with(ending)) {
      return std::string(lower.substr(0, lower.size() - ending.size()));
    }
  }
  return std::string(lower);
}

std::string GermanLemma(std::string_view lower) {
  if (const std::string base = GermanBase(lower); !base.empty()) return base;
  if (lower.size() < 5) return std::string(lower);
  // gedreht, drehte, drehten: dreh
  if (lower.size() >= 7 && lower.starts_with("ge") && lower.ends_with('t')) {
    return GermanStem(lower.substr(2));
  }
  return GermanStem(lower);
}

}  // namespace

std::string Lemma(std::string_view lower, Language language) {
  if (language == Language::kEnglish) return EnglishLemma(lower);
  if (language == Language::kGerman) return GermanLemma(lower);
  return std::string(lower);
}

std::string Root(std::string_view lemma) {
  constexpr std::size_t kShortest = 5;
  constexpr std::string_view kNever[] = {"department", "apartment", "compartment", "position",
                                         "important",  "importanc", "authoriti",   "communiti",
                                         "universiti", "objectiv",  "nation",      "general"};
  if (lemma.size() < kShortest || !IsAsciiWord(lemma)) return {};
  if (std::ranges::find(kNever, lemma) != std::end(kNever)) return {};
  // Longest first. Agents (-er, -or, -ee) are another role and stay apart.
  constexpr std::string_view kEndings[] = {"ization", "isation", "ation", "ition", "ement", "ment",
                                           "ional",   "ion",     "iti",   "ness",  "iou",   "al",
                                           "ur",      "at",      "iz",    "is"};
  for (const std::string_view ending : kEndings) {
    if (lemma.size() >= ending.size() + kShortest && lemma.ends_with(ending)) {
      return std::string(lemma.substr(0, lemma.size() - ending.size()));
    }
  }
  return std::string(lemma);
}

}  // namespace arborist::stated
