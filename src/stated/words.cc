// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Text" 6. All word lists (the .inc files) in one
// hash table that is built at compile time. One lookup per token returns everything that any table
// says about the word, in all languages.
#include "stated/words.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

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
// Past forms, then participles and other forms. A German verb has them behind any prefix.
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

// All tables in one, built at compile time.
template <std::size_t Words>
class Lexicon {
 public:
  consteval Lexicon() {
    AddFlags(kEnglishWords, Language::kEnglish);
    AddFlags(kGermanWords, Language::kGerman);
    AddFlags(kFrenchWords, Language::kFrench);
    AddFlags(kSpanishWords, Language::kSpanish);
    AddFlags(kItalianWords, Language::kItalian);
    AddFlags(kPortugueseWords, Language::kPortuguese);
    AddFlags(kDutchWords, Language::kDutch);
    AddLists(kNumberWords, &ListedWord::number);
    AddLists(kUnitWords, &ListedWord::unit);
    AddLists(kVerbForms, &ListedWord::verb);
    AddLists(kNounForms, &ListedWord::noun);
    AddLists(kMonthWords, &ListedWord::month);
    for (const auto& list : kSynonymWords) {
      EachWord(list.words, [&](std::string_view word) {
        ListedWord& entry = Entry(word);
        if (entry.synonyms == 0) entry.synonyms = list.value;
      });
    }
  }

  template <typename Equal>
  const ListedWord* Find(std::uint32_t hash, Equal equal) const {
    for (std::size_t at = hash & kMask;; at = (at + 1) & kMask) {
      const Slot slot = slots_[at];
      if (slot.entry == 0) return &kUnlisted;
      if (slot.tag != TagOf(hash)) continue;
      if (equal(words_[slot.entry - 1u].word)) return &words_[slot.entry - 1u];
    }
  }

 private:
  template <std::size_t N>
  constexpr void AddFlags(const Flags (&lists)[N], Language language) {
    constexpr std::uint32_t kVoting = kNeutral | kPreposition | kDeterminer | kOperator;
    const auto number = static_cast<std::size_t>(language);
    for (const Flags& list : lists) {
      EachWord(list.words, [&](std::string_view word) {
        ListedWord& entry = Entry(word);
        entry.flags[number] |= list.value;
        if ((list.value & kVoting) != 0) entry.votes |= static_cast<std::uint8_t>(1u << number);
      });
    }
  }
  // A word that is in several lists of one table belongs to the first of them.
  template <typename Value, std::size_t N>
  constexpr void AddLists(const WordList<Value> (&lists)[N], std::uint8_t ListedWord::* field) {
    static_assert(N < 256, "a list is counted in one byte");
    for (std::size_t i = 0; i < N; ++i) {
      EachWord(lists[i].words, [&](std::string_view word) {
        ListedWord& entry = Entry(word);
        if (entry.*field == 0) entry.*field = static_cast<std::uint8_t>(i + 1);
      });
    }
  }
  constexpr ListedWord& Entry(std::string_view word) {
    const std::uint32_t hash = WordHash(word);
    std::size_t at = hash & kMask;
    for (; slots_[at].entry != 0; at = (at + 1) & kMask) {
      if (words_[slots_[at].entry - 1u].word == word) return words_[slots_[at].entry - 1u];
    }
    words_[count_].word = word;
    slots_[at] = {.entry = ++count_, .tag = TagOf(hash)};
    return words_[count_ - 1u];
  }

  // The tag spares most looks at entries of other words, which are seldom in a cache.
  struct Slot {
    std::uint16_t entry = 0;  // from 1; 0: free
    std::uint16_t tag = 0;
  };
  static constexpr std::uint16_t TagOf(std::uint32_t hash) {
    return static_cast<std::uint16_t>(hash >> 16);
  }

  static constexpr std::size_t kMask = std::bit_ceil(Words + Words / 2) - 1;
  std::array<ListedWord, Words> words_{};
  std::array<Slot, kMask + 1> slots_{};
  std::uint16_t count_ = 0;
};
constexpr std::size_t kListedWords =
    CountWords(kEnglishWords) + CountWords(kGermanWords) + CountWords(kFrenchWords) +
    CountWords(kSpanishWords) + CountWords(kItalianWords) + CountWords(kPortugueseWords) +
    CountWords(kDutchWords) + CountWords(kNumberWords) + CountWords(kUnitWords) +
    CountWords(kVerbForms) + CountWords(kNounForms) + CountWords(kMonthWords) +
    CountWords(kSynonymWords);
constexpr Lexicon<kListedWords> kLexicon;

constexpr auto kFirst = [](auto a, auto) { return a; };
constexpr WordTable<std::string_view, CountWords(kStrongPast)> kStrongPasts(kStrongPast, kFirst);
constexpr WordTable<std::string_view, CountWords(kStrongForms)> kStrong(kStrongForms, kFirst);

template <typename Value, std::size_t N>
Value ValueOf(const WordList<Value> (&lists)[N], std::uint8_t list) {
  return list == 0 ? Value{} : lists[list - 1u].value;
}

}  // namespace

const ListedWord* FindWord(std::string_view lower, std::uint32_t hash) {
  return kLexicon.Find(hash, [&](std::string_view word) { return word == lower; });
}
const ListedWord* FindWord(std::string_view lower) { return FindWord(lower, WordHash(lower)); }

std::string_view NumberOf(const ListedWord& word) { return ValueOf(kNumberWords, word.number); }
std::string_view UnitOf(const ListedWord& word) { return ValueOf(kUnitWords, word.unit); }
// A lemma has lost its final e, and its y has become i. The listed words with those letters are
// found by continuing the hash of the lemma.
std::uint16_t SynonymsOf(std::string_view lemma) {
  const std::uint32_t open = OpenHash(lemma);
  const std::uint32_t hash = ClosedHash(open);
  if (const std::uint16_t group = FindWord(lemma, hash)->synonyms; group != 0) return group;
  const auto ends_with = [](std::string_view stem, char last) {
    return [stem, last](std::string_view word) {
      return word.size() == stem.size() + 1 && word.back() == last && word.starts_with(stem);
    };
  };
  const std::uint32_t with_e = ClosedHash(HashStep(open, 'e'));
  if (const auto group = kLexicon.Find(with_e, ends_with(lemma, 'e'))->synonyms; group != 0) {
    return group;
  }
  if (!lemma.ends_with('i')) return 0;
  lemma.remove_suffix(1);
  const std::uint32_t with_y = ClosedHash(HashStep(OpenHash(lemma), 'y'));
  return kLexicon.Find(with_y, ends_with(lemma, 'y'))->synonyms;
}
std::vector<std::string> SynonymLemmas(std::uint16_t group) {
  std::vector<std::string> lemmas;
  const auto add = [&](std::string lemma) {
    if (SynonymsOf(lemma) == group && std::ranges::find(lemmas, lemma) == lemmas.end()) {
      lemmas.push_back(std::move(lemma));
    }
  };
  for (const auto& list : kSynonymWords) {
    if (list.value != group) continue;
    EachWord(list.words, [&](std::string_view word) {
      add(std::string(word));
      if (word.ends_with('e')) add(std::string(word.substr(0, word.size() - 1)));
      if (word.ends_with('y')) add(std::string(word.substr(0, word.size() - 1)) + 'i');
    });
  }
  return lemmas;
}
std::string_view BaseOf(const ListedWord& word) {
  return word.verb != 0 ? ValueOf(kVerbForms, word.verb) : ValueOf(kNounForms, word.noun);
}

namespace {

constexpr std::string_view kGermanPrefixes[] = {
    "",     "be",     "ent",   "er",   "ver", "zer",   "über",   "unter",  "ab",       "an",
    "auf",  "aus",    "ein",   "vor",  "zu",  "um",    "durch",  "her",    "hin",      "mit",
    "nach", "statt",  "teil",  "fest", "dar", "bei",   "zurück", "heraus", "zusammen", "miss",
    "ge",   "hinter", "wider", "los",  "weg", "voran", "empor",  "emp"};

// The base of a strong form behind a prefix; in a participle "ge" stands between the two.
template <typename Table>
std::string StrongBase(const Table& table, std::string_view lower) {
  for (const std::string_view prefix : kGermanPrefixes) {
    if (!prefix.empty() && (prefix[0] != lower[0] || !lower.starts_with(prefix))) continue;
    const std::string_view rest = lower.substr(prefix.size());
    if (const std::string_view* base = table.Find(rest); base != nullptr) {
      return std::string(prefix).append(*base);
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

}  // namespace arborist::stated
