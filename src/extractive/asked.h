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

// What an answer must hold beyond the words of its question.
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
// Questions that ask for all there is to say: who or what is it, where is it, and for what is it
// known.
enum class Shape : std::uint8_t { kOther, kWhatIs, kWhereIs, kKnownFor };
// How a question is put, in English or German: it decides what kind of unit answers.
enum class Form : std::uint8_t {
  kOther,
  kHowTo,       // how do I, wie kann ich; which command, option or setting
  kDefinition,  // what is X, what does X mean, was ist X
  kYesNo,
  kKeywords,  // words without a question
};
// Types that weigh alike.
enum class TypeGroup : std::uint8_t { kThing, kName, kTime, kNumber, kHow };
inline constexpr std::size_t kTypeGroups = 5;
TypeGroup GroupOf(AnswerType type);

struct AskedTerm {
  Word word;
  std::string text;         // as the search index has it
  std::int64_t weight = 0;  // thousandths
  bool name = false;        // a capital letter inside the question, or a number
  bool literal = false;     // written as in a program: digits, signs or capitals inside the word
  bool subject = false;     // of a definition: what is to be defined
};

// How well a word of the text is a term of the question.
enum class Match : std::uint8_t { kNone, kFront, kKin, kStem, kExact };
struct Matched {
  std::size_t term = 0;
  Match match = Match::kNone;
};

// A question taken apart.
class Asked {
 public:
  static constexpr std::size_t kMaxTerms = 64;  // what stands behind in a longer one is left out
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
  std::uint32_t units() const { return units_; }  // that a measure may have; 0: any
  std::uint16_t sorts() const { return sorts_; }  // one of which the answer should be; 0: any
  // "How high": of a tower metres, of a fever degrees, of a turnout a share.
  bool any_unit() const { return any_unit_; }
  // "How many", and "what height": told by a number. Of a room number or a size it may be a word.
  bool counts() const { return counts_; }
  bool naming() const { return naming_; }    // what is it called
  bool english() const { return english_; }  // else only overlap and numbers tell
  bool negated() const { return negated_; }
  std::uint32_t stop_flags() const { return stop_flags_; }

  Matched Find(const Word& word) const;

  // Acronyms of the question by their letters, and runs of its names by their initials.
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
  // Also of the words that are no terms.
  bool Holds(const Word& word) const;

 private:
  void ReadType(std::string_view question, const std::vector<Word>& words,
                const std::vector<std::string>& lower);
  void ReadHowMany(const std::vector<Word>& words, std::size_t counted);
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
  std::uint64_t dropped_ = 0;  // a word that says less than it seems
  bool any_unit_ = false;
  bool counts_ = false;
  bool naming_ = false;
  bool negated_ = false;
  bool english_ = true;
  std::uint32_t stop_flags_ = kStop;
  std::array<Slot, kSlots> slots_{};
};

}  // namespace arborist::extractive
