// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "extractive/features.h"
#include "extractive/passage.h"

namespace arborist::extractive {

// log2(value) in sixteenths, rounded down; the fraction is linear in the four bits after the
// highest.
std::int32_t Log16(std::uint64_t value);

inline bool IsQuestion(std::string_view text) {
  return text.ends_with('?') || text.ends_with("？") || text.ends_with("؟");
}

// Computes the features of all units of the evidence; used once. Split over four files by what is
// measured: features.cc (words, context, subject), measure_answer.cc, measure_block.cc,
// measure_layout.cc.
class Measure {
 public:
  Measure(const evidence::EvidenceMap& evidence, std::span<const Layout> layouts,
          const TermWeight& weight, Asked* asked);

  std::vector<Sentence> Run();

 private:
  bool IsStop(const Word& word) const { return (word.flags & asked_.stop_flags()) != 0; }

  void SetWeights(const TermWeight& weight, Asked* asked);

  // The share of the question's weight in terms that are met at least so well, in thousandths.
  std::int32_t Weigh(const Levels& levels, Match least) const;
  std::int32_t Share(std::int64_t sum) const;
  // The share that `by` meets and `levels` does not.
  std::int32_t Adds(const Levels& levels, const Levels& by) const;

  // The terms that a unit has together with its lead, its headings and the title.
  Levels WholeOf(const MatchedPassage& passage, const Read& read) const;
  void MeasureBlock(std::size_t number, const MatchedPassage& passage, const Read& read,
                    Features* features) const;

  std::int32_t Defines(std::size_t number, const MatchedPassage& passage, const Read& read) const;
  void MeasureSection(std::size_t number, const MatchedPassage& passage, const Read& read,
                      Features* features) const;

  // -- measure_layout.cc
  void FindTold();
  bool AsksTheSame(const MatchedPassage& passage, const Read& read, std::string_view text) const;
  void FindUnderQuestions(std::size_t number);
  struct Row;
  void FindRows(std::size_t number, std::vector<Row>* rows) const;
  void ChooseRows(const std::vector<Row>& rows);

  void MeasurePassage(std::size_t number, std::vector<Sentence>* sentences) const;

  void MeasureCover(const MatchedPassage& passage, const Read& read, std::int32_t best_here,
                    Features* features) const;

  void MeasureContext(const MatchedPassage& passage, const Read& read, const Levels& previous,
                      const Levels& next, const Levels& heading, Features* features) const;

  // How much of the question's names and of the title agree, in thousandths: whether the title is
  // the subject of the question.
  std::int32_t About(const MatchedPassage& passage) const;

  // The share of the question in a sentence, with that in the title added where the sentence is
  // about the title.
  std::int32_t AboutCover(std::size_t number, const Read& read) const;

  void MeasureSubject(std::size_t number, const Read& read, Features* features) const;

  // "X is a ...", "X lies in ..."
  void MeasureShape(const MatchedPassage& passage, const Read& read, Features* features) const;

  // Words of the question that are neighbours in the sentence in the same order, and the most that
  // lies within ten words.
  void MeasureOrder(const MatchedPassage& passage, const Read& read, Features* features) const;

  // How near the question's words come to the word at `at`, in thousandths: each term counts by its
  // weight and the distance of its nearest occurrence.
  std::int32_t Near(const MatchedPassage& passage, const Read& read, std::uint32_t at) const;

  static bool IsOrdinal(const Word& word, const Word* before);
  static bool OfCalendar(const Word& word, const Word* before, const Word* next);
  // Whether a word may hint at the kind that is asked for.
  bool Hints(const Word& word, const Word* before, const Word* next) const;
  // Whether the sentence has anything of the kind that is asked for, be it only a word like
  // "during".
  bool MeasureAnswer(const MatchedPassage& passage, const Read& read, Features* features) const;

  // A number that is not the question's.
  bool HasFigure(const MatchedPassage& passage, const Read& read) const;
  // Whether it says the question's words, and besides only where they come from or how they are
  // spoken: a headword, a line of contents.
  bool NamesOnly(std::size_t number, const MatchedPassage& passage, const Read& read) const;

  // The share of the question, names apart, that a document never says; in thousandths.
  std::int32_t PlainGone(const Levels& document) const;
  // Whether a document has none of the question's words but names: "Who painted HMS Challenger?"
  // of a ship's voyage.
  bool SaysOnlyNames(const Levels& document) const;

  void MeasureForm(std::size_t number, const MatchedPassage& passage, const Read& read,
                   Features* features) const;

  const evidence::EvidenceMap& evidence_;
  const Asked& asked_;
  const std::vector<AskedTerm>& terms_;
  std::vector<MatchedPassage> passages_;
  std::vector<std::vector<Told>> told_;  // by passage, then by piece
  std::int64_t total_ = 0;
  Levels anywhere_{};
  std::map<std::string_view, Levels> documents_;  // by document root
  std::vector<std::size_t> ranks_;                // by passage: the rank of its document
  std::vector<std::int32_t> abouts_;              // by passage
  std::size_t rarest_ = Asked::kNoTerm;
  std::size_t rarest_name_ = Asked::kNoTerm;
  std::int32_t best_ = 0;
  std::int32_t best_about_ = 0;
  std::int32_t best_passage_ = 0;
  std::int32_t best_whole_ = 0;
};

}  // namespace arborist::extractive
