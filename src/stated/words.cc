// SPDX-License-Identifier: AGPL-3.0-only
#include "stated/words.h"

#include <string>

#include "stated/word_table.h"

namespace arborist::stated {

namespace {

using Flags = WordList<std::uint32_t>;

constexpr Flags kEnglishWords[] = {
#include "stated/words_en.inc"
};
constexpr Flags kGermanWords[] = {
#include "stated/words_de.inc"
};
constexpr Flags kFrenchWords[] = {
#include "stated/words_fr.inc"
};
constexpr Flags kSpanishWords[] = {
#include "stated/words_es.inc"
};
constexpr Flags kItalianWords[] = {
#include "stated/words_it.inc"
};
constexpr Flags kPortugueseWords[] = {
#include "stated/words_pt.inc"
};
constexpr Flags kDutchWords[] = {
#include "stated/words_nl.inc"
};
constexpr WordList<std::string_view> kNumberWords[] = {
#include "stated/numbers.inc"
};
constexpr WordList<std::string_view> kUnitWords[] = {
#include "stated/units.inc"
};
constexpr WordList<std::string_view> kVerbForms[] = {
#include "stated/irregular_verbs_en.inc"
};
constexpr WordList<std::string_view> kNounForms[] = {
#include "stated/irregular_nouns_en.inc"
};
// Past, then participle and other forms: a German verb keeps them behind any prefix.
constexpr WordList<std::string_view> kStrongPast[] = {
#include "stated/strong_verbs_past_de.inc"
};
constexpr WordList<std::string_view> kStrongForms[] = {
#include "stated/strong_verbs_de.inc"
};
constexpr WordList<std::uint16_t> kSynonymWords[] = {
#include "stated/synonyms.inc"
};
constexpr WordList<int> kMonthWords[] = {
    {1, "january jan januar jänner janvier enero gennaio janeiro januari"},
    {2, "february feb februar février febrero febbraio fevereiro februari"},
    {3, "march mar märz mars marzo março maart"},
    {4, "april apr avril abril aprile"},
    {5, "may mai mayo maggio maio mei"},
    {6, "june jun juni juin junio giugno junho"},
    {7, "july jul juli juillet julio luglio julho"},
    {8, "august aug août agosto augustus"},
    {9, "september sep sept septembre septiembre settembre setembro"},
    {10, "october oct oktober okt octobre octubre ottobre outubro"},
    {11, "november nov novembre noviembre novembro"},
    {12, "december dec dezember dez décembre diciembre dicembre dezembro"},
};

constexpr auto kOr = [](std::uint32_t a, std::uint32_t b) { return a | b; };
constexpr auto kFirst = [](auto a, auto) { return a; };

constexpr WordTable<std::uint32_t, CountWords(kEnglishWords)> kEnglish(kEnglishWords, kOr);
constexpr WordTable<std::uint32_t, CountWords(kGermanWords)> kGerman(kGermanWords, kOr);
constexpr WordTable<std::uint32_t, CountWords(kFrenchWords)> kFrench(kFrenchWords, kOr);
constexpr WordTable<std::uint32_t, CountWords(kSpanishWords)> kSpanish(kSpanishWords, kOr);
constexpr WordTable<std::uint32_t, CountWords(kItalianWords)> kItalian(kItalianWords, kOr);
constexpr WordTable<std::uint32_t, CountWords(kPortugueseWords)> kPortuguese(kPortugueseWords, kOr);
constexpr WordTable<std::uint32_t, CountWords(kDutchWords)> kDutch(kDutchWords, kOr);
constexpr WordTable<std::string_view, CountWords(kNumberWords)> kNumbers(kNumberWords, kFirst);
constexpr WordTable<std::string_view, CountWords(kUnitWords)> kUnits(kUnitWords, kFirst);
constexpr WordTable<std::string_view, CountWords(kVerbForms)> kVerbs(kVerbForms, kFirst);
constexpr WordTable<std::string_view, CountWords(kNounForms)> kNouns(kNounForms, kFirst);
constexpr WordTable<std::uint16_t, CountWords(kSynonymWords)> kSynonyms(kSynonymWords, kFirst);
constexpr WordTable<std::string_view, CountWords(kStrongPast)> kStrongPasts(kStrongPast, kFirst);
constexpr WordTable<std::string_view, CountWords(kStrongForms)> kStrong(kStrongForms, kFirst);
constexpr WordTable<int, CountWords(kMonthWords)> kMonths(kMonthWords, kFirst);

template <typename Table>
auto Look(const Table& table, std::string_view word) {
  const auto* value = table.Find(word);
  return value == nullptr ? std::remove_cvref_t<decltype(*value)>{} : *value;
}

}  // namespace

std::uint32_t FlagsOf(std::string_view lower, Language language) {
  switch (language) {
    case Language::kEnglish:
      return Look(kEnglish, lower);
    case Language::kGerman:
      return Look(kGerman, lower);
    case Language::kFrench:
      return Look(kFrench, lower);
    case Language::kSpanish:
      return Look(kSpanish, lower);
    case Language::kItalian:
      return Look(kItalian, lower);
    case Language::kPortuguese:
      return Look(kPortuguese, lower);
    case Language::kDutch:
      return Look(kDutch, lower);
    case Language::kUnknown:
      break;
  }
  return 0;
}

bool IsNegationAnywhere(std::string_view lower) {
  for (const Language language : kListedLanguages) {
    if ((FlagsOf(lower, language) & kNegation) != 0) return true;
  }
  return false;
}

int MonthOf(std::string_view lower) { return Look(kMonths, lower); }
std::string_view NumberOf(std::string_view lower) { return Look(kNumbers, lower); }
std::string_view UnitOf(std::string_view lower) { return Look(kUnits, lower); }
// A lemma has lost its final e, and its y is an i.
std::uint16_t SynonymsOf(std::string_view lemma) {
  if (const std::uint16_t group = Look(kSynonyms, lemma); group != 0) return group;
  std::string word(lemma);
  word.push_back('e');
  if (const std::uint16_t group = Look(kSynonyms, word); group != 0) return group;
  if (!lemma.ends_with('i')) return 0;
  word.pop_back();
  word.back() = 'y';
  return Look(kSynonyms, word);
}
std::string_view BaseOf(std::string_view lower) {
  const std::string_view verb = Look(kVerbs, lower);
  return verb.empty() ? Look(kNouns, lower) : verb;
}

namespace {

constexpr std::string_view kGermanPrefixes[] = {
    "",     "be",     "ent",   "er",   "ver", "zer",   "über",   "unter",  "ab",       "an",
    "auf",  "aus",    "ein",   "vor",  "zu",  "um",    "durch",  "her",    "hin",      "mit",
    "nach", "statt",  "teil",  "fest", "dar", "bei",   "zurück", "heraus", "zusammen", "miss",
    "ge",   "hinter", "wider", "los",  "weg", "voran", "empor",  "emp"};

// The base of a strong form behind a prefix; "ge" stands between the two in a participle.
template <typename Table>
std::string StrongBase(const Table& table, std::string_view lower) {
  for (const std::string_view prefix : kGermanPrefixes) {
    if (!lower.starts_with(prefix)) continue;
    const std::string_view rest = lower.substr(prefix.size());
    if (const std::string_view base = Look(table, rest); !base.empty()) {
      return std::string(prefix).append(base);
    }
  }
  return {};
}

}  // namespace

std::string GermanBase(std::string_view lower) {
  if (std::string base = StrongBase(kStrongPasts, lower); !base.empty()) return base;
  return StrongBase(kStrong, lower);
}
bool IsGermanStrongPast(std::string_view lower) { return !StrongBase(kStrongPasts, lower).empty(); }
bool IsIrregularPast(std::string_view lower) { return !Look(kVerbs, lower).empty(); }

}  // namespace arborist::stated
