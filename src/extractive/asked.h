// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "extractive/words.h"

namespace arborist::extractive {

// The kind of thing that an answer must contain beyond the words of its question.
enum class AnswerType : std::uint8_t {
  kThing,  // anything that is new
  kPerson,
  kTime,
  kPlace,
  kNumber,
  kMoney,
  kPercent,
  kMeasure,  // how long, how far, how old
  kReason,
  kManner,
  kName,  // a name of any kind
  kYesNo,
};
// Questions for the essentials of a subject: who or what is it, where is it, what is it known for.
enum class Shape : std::uint8_t { kOther, kWhatIs, kWhereIs, kKnownFor };
// The form of a question, in English or German: it decides which kind of unit answers.
enum class Form : std::uint8_t {
  kOther,
  kHowTo,       // how do I, wie kann ich; which command, option or setting
  kDefinition,  // what is X, what does X mean, was ist X
  kYesNo,
  kKeywords,  // words without a question
};
// Types that share a set of weights.
enum class TypeGroup : std::uint8_t { kThing, kName, kTime, kNumber, kHow };
inline constexpr std::size_t kTypeGroups = 5;
TypeGroup GroupOf(AnswerType type);

struct AskedTerm {
  Word word;
  std::string text;         // its term in the search index
  std::int64_t weight = 0;  // thousandths
  bool name = false;        // begins with a capital letter inside the question, or is a number
  bool literal = false;     // spelt as in a program: digits, signs or capitals inside the word
  bool subject = false;     // of a definition: a word of the thing to be defined
};

// How well a word of a text matches a term of the question: by its first letters, its meaning, its
// stem, or exactly.
enum class Match : std::uint8_t { kNone, kFront, kKin, kStem, kExact };
struct Matched {
  std::size_t term = 0;
  Match match = Match::kNone;
};

// Whether all letters of the text are Latin, with or without accents.
bool IsLatin(std::string_view text);

// A question taken apart: its terms, the kind of answer it wants, and a table that matches words of
// texts with terms. Immutable after construction but for the weights of its terms.
class Asked {
 public:
  static constexpr std::size_t kMaxTerms = 64;  // further terms of a longer question are ignored
  static constexpr std::size_t kNoTerm = static_cast<std::size_t>(-1);

  explicit Asked(std::string_view question);

  const std::vector<AskedTerm>& terms() const { return terms_; }
  std::vector<AskedTerm>* mutable_terms() { return &terms_; }
  AnswerType type() const { return type_; }
  std::size_t head() const { return head_; }          // the noun behind what or which, or kNoTerm
  std::size_t measured() const { return measured_; }  // "deep" of "how deep", or kNoTerm
  Shape shape() const { return shape_; }
  Form form() const { return form_; }
  bool german() const { return german_; }
  std::size_t birth() const { return birth_; }  // the term that asks for a birth, or kNoTerm
  std::size_t death() const { return death_; }
  std::uint32_t units() const { return units_; }  // units that a measure may have; 0: any
  // WordSort bits, one of which the answer should have; 0: any.
  std::uint16_t sorts() const { return sorts_; }
  // "How high" has no unit of its own: metres of a tower, degrees of a fever, a share of a turnout.
  bool any_unit() const { return any_unit_; }
  // "How many" and "what height" want a number. A room number or a size may be a word.
  bool counts() const { return counts_; }
  // Told by a figure: a port, an age, a price.
  bool wants_figure() const { return figure_; }
  bool wants_default() const { return default_; }
  bool naming() const { return naming_; }  // what is it called
  // No word of it tells a language, and its letters are Latin: keywords.
  bool bare() const { return bare_; }
  bool english() const { return english_; }  // else only overlap and numbers tell
  bool negated() const { return negated_; }
  std::uint32_t stop_flags() const { return stop_flags_; }

  // The term that a word matches, by the best of the four matches. Constant time.
  Matched Find(const Word& word) const;

  // Acronyms of the question with their letters, and for runs of its names the hashes of their
  // initials. Either may stand for the other in a text.
  struct Acronym {
    std::string letters;
    std::size_t first_term = 0;
    std::size_t end_term = 0;
  };
  struct Initials {
    std::uint64_t hash = 0;
    std::size_t first_term = 0;
    std::size_t end_term = 0;
  };
  const std::vector<Acronym>& acronyms() const { return acronyms_; }
  const std::vector<Initials>& initials() const { return spelt_; }
  // Whether the question has the word, stop words included.
  bool Holds(const Word& word) const;

 private:
  void ReadType(std::string_view question, const std::vector<Word>& words,
                const std::vector<std::string>& lower);
  void ReadHowMany(const std::vector<Word>& words, std::size_t counted);
  void ReadFigure(const std::vector<std::string>& lower);
  void ReadFormOf(std::string_view question, const std::vector<std::string>& lower);
  void MarkTerms(std::string_view question);
  void ReadShape(const std::vector<std::string>& lower);
  void ReadPhrases(std::vector<Word>* words, const std::vector<std::string>& lower);
  void ReadWhat(std::string_view question, const std::vector<Word>& words,
                const std::vector<std::string>& lower, std::size_t what);
  bool IsPlaceArea(std::string_view head, bool directly) const;
  void ReadOtherLanguages(std::string_view question, const std::vector<std::string>& lower);
  void AddTerms(std::string_view question, const std::vector<Word>& words);
  void ReadAcronyms(std::string_view question);
  void Index(std::uint64_t key, std::size_t term, Match match);

  struct Slot {
    std::uint64_t key = 0;
    std::uint8_t term = 0;
    Match match = Match::kNone;
  };
  static constexpr std::size_t kSlots = 1024;

  std::vector<AskedTerm> terms_;
  std::vector<Acronym> acronyms_;
  std::vector<Initials> spelt_;
  std::vector<std::uint64_t> all_words_;  // sorted hashes of exact forms
  AnswerType type_ = AnswerType::kThing;
  std::size_t head_ = kNoTerm;
  std::uint64_t head_word_ = 0;
  std::size_t measured_ = kNoTerm;
  std::uint64_t measured_word_ = 0;
  Shape shape_ = Shape::kOther;
  Form form_ = Form::kOther;
  bool german_ = false;
  std::size_t birth_ = kNoTerm;
  std::size_t death_ = kNoTerm;
  std::uint32_t units_ = 0;
  std::uint16_t sorts_ = 0;
  std::uint64_t dropped_ = 0;  // a word to leave out of the terms: another says what is meant
  bool any_unit_ = false;
  bool counts_ = false;
  bool bare_ = false;
  bool figure_ = false;
  bool default_ = false;
  bool naming_ = false;
  bool negated_ = false;
  bool english_ = true;
  std::uint32_t stop_flags_ = kStop;
  std::array<Slot, kSlots> slots_{};
};

}  // namespace arborist::extractive
