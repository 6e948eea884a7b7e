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

// log2(value) in sixteenths, rounded down to what the four bits behind the first say.
std::int32_t Log16(std::uint64_t value);

inline bool IsQuestion(std::string_view text) {
  return text.ends_with('?') || text.ends_with("？") || text.ends_with("؟");
}

// Takes the measures of all sentences of the evidence.
class Measure {
 public:
  Measure(const evidence::EvidenceMap& evidence, std::span<const Layout> layouts,
          const TermWeight& weight, Asked* asked);

  std::vector<Sentence> Run();

 private:
  bool IsStop(const Word& word) const { return (word.flags & asked_.stop_flags()) != 0; }

  void SetWeights(const TermWeight& weight, Asked* asked);

  // The share of the question that stands in it, in thousandths.
  std::int32_t Weigh(const Levels& levels, Match least) const;
  std::int32_t Share(std::int64_t sum) const;
  // What `by` has of the question and `levels` has not.
  std::int32_t Adds(const Levels& levels, const Levels& by) const;

  // -- measure_block.cc
  // What a unit has of the question with its lead, its headings and the title.
  Levels WholeOf(const Passage& passage, const Read& read) const;
  void MeasureBlock(std::size_t number, const Passage& passage, const Read& read,
                    Features* features) const;

  std::int32_t Defines(std::size_t number, const Passage& passage, const Read& read) const;
  void MeasureSection(std::size_t number, const Passage& passage, const Read& read,
                      Features* features) const;

  // -- measure_layout.cc
  void FindTold();
  bool AsksTheSame(const Passage& passage, const Read& read, std::string_view text) const;
  void FindUnderQuestions(std::size_t number);
  struct Row;
  void FindRows(std::size_t number, std::vector<Row>* rows) const;
  void ChooseRows(const std::vector<Row>& rows);

  void MeasurePassage(std::size_t number, std::vector<Sentence>* sentences) const;

  void MeasureCover(const Passage& passage, const Read& read, std::int32_t best_here,
                    Features* features) const;

  void MeasureContext(const Passage& passage, const Read& read, const Levels& previous,
                      const Levels& next, const Levels& heading, Features* features) const;

  // How far the title is the subject of the question, in thousandths.
  std::int32_t About(const Passage& passage) const;

  // What a sentence has of the question when it speaks of the title.
  std::int32_t AboutCover(std::size_t number, const Read& read) const;

  void MeasureSubject(std::size_t number, const Read& read, Features* features) const;

  // "X is a ...", "X lies in ..."
  void MeasureShape(const Passage& passage, const Read& read, Features* features) const;

  // Words of the question that stand together here as they do there.
  void MeasureOrder(const Passage& passage, const Read& read, Features* features) const;

  // How near the question's words come to this one, in thousandths of all of them side by side.
  std::int32_t Near(const Passage& passage, const Read& read, std::uint32_t at) const;

  static bool IsOrdinal(const Word& word, const Word* before);
  static bool OfCalendar(const Word& word, const Word* before, const Word* next);
  // Whether a word may tell the kind that is asked for.
  bool Hints(const Word& word, const Word* before, const Word* next) const;
  // Whether it has anything of the kind that is asked for, be it only a word like "during".
  bool MeasureAnswer(const Passage& passage, const Read& read, Features* features) const;

  // The share of the question, names apart, that a document never says; in thousandths.
  std::int32_t PlainGone(const Levels& document) const;

  void MeasureForm(std::size_t number, const Passage& passage, const Read& read,
                   Features* features) const;

  const evidence::EvidenceMap& evidence_;
  const Asked& asked_;
  const std::vector<AskedTerm>& terms_;
  std::vector<Passage> passages_;
  std::vector<std::vector<Told>> told_;  // of the passages, by piece
  std::int64_t total_ = 0;
  Levels anywhere_{};
  std::map<std::string_view, Levels> documents_;  // a document may give several passages
  std::vector<std::size_t> ranks_;                // of the passages: of their documents
  std::vector<std::int32_t> abouts_;              // of the passages
  std::size_t rarest_ = Asked::kNoTerm;
  std::size_t rarest_name_ = Asked::kNoTerm;
  std::int32_t best_ = 0;
  std::int32_t best_about_ = 0;
  std::int32_t best_passage_ = 0;
  std::int32_t best_whole_ = 0;
};

}  // namespace arborist::extractive
