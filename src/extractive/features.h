// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "evidence/evidence_map.h"
#include "extractive/asked.h"
#include "extractive/extractive.h"
#include "extractive/layout.h"
#include "extractive/passage.h"
#include "extractive/sentences.h"

namespace arborist::extractive {

// The features of a unit in view of a question, by number. Most are shares in thousandths.
// features.inc lists them with their weights.
struct Feature {
  enum Number : std::size_t {
#define ARBORIST_FEATURE(name, ...) k##name,
#include "extractive/features.inc"
#undef ARBORIST_FEATURE
    kCount,
  };
};
inline constexpr std::size_t kFeatureCount = Feature::kCount;
// The features from here on are read from the blocks of the document, and apply to every language.
inline constexpr std::size_t kFirstBlockFeature = Feature::kFormHowTo;
using Features = std::array<std::int32_t, kFeatureCount>;
std::string_view FeatureName(std::size_t feature);

// The weighted sums of the features, in thousandths: for the choice of a unit, and for the belief
// that it answers. There is a set of weights for each group of answer types, three times: where no
// title is the subject of the question, where one is, and where the question is not English.
inline constexpr std::size_t kWeightSets = 3 * kTypeGroups;
inline constexpr std::size_t kFirstForeignSet = 2 * kTypeGroups;
std::int64_t Score(const Features& features, std::size_t weight_set);
std::int64_t Confidence(const Features& features, std::size_t weight_set);
// Sets the two features that depend on the choice: the score, and its lead over the next unit's.
inline constexpr std::int64_t kNoScore = -1'000'000'000;
void AddChoice(std::int64_t score, std::int64_t next, Features* features);

// A decision tree adds what a sum of weights cannot: a feature that counts more where another is
// high. For English questions only.
inline constexpr std::size_t kTreeDepth = 3;
inline constexpr std::size_t kTreeLeaves = std::size_t{1} << kTreeDepth;
struct Tree {
  std::array<std::uint8_t, kTreeLeaves - 1>
      feature;                                      // of each fork: the root, its two children, ...
  std::array<std::int32_t, kTreeLeaves - 1> above;  // a value above it goes to the right
  std::array<std::int32_t, kTreeLeaves> leaf;       // thousandths
};
std::int64_t ScoreOfTrees(const Features& features);
std::int64_t ConfidenceOfTrees(const Features& features);

// Whether the layout of a page makes a unit the answer, whatever words it has.
enum class Told : std::uint8_t {
  kNo,
  kUnderQuestion,  // the line above it asks the same
  kRow,  // the row of a table that, with its columns and headings, has most of the question
};

struct Sentence {
  std::size_t passage = 0;  // its number in the evidence
  Piece piece;
  std::size_t unit = 0;  // its number in the passage's layout
  UnitKind kind = UnitKind::kSentence;
  std::uint32_t block = 0;
  Features features{};
  Told told = Told::kNo;
  bool no_answer = false;     // a question, or program text where yes or no is asked
  bool joined = false;        // made of others
  bool introduces = false;    // a joined unit says it and what it introduces
  bool kind_missing = false;  // nothing of the kind that is asked for
  bool figure = false;        // a number that is not the question's
  bool named = false;         // a definition's headword, a line of contents: no statement
  // A name of the question that stands neither in it nor in what heads or introduces it; nor
  // anywhere in its passage.
  bool name_far = false;
  bool name_gone = false;
  bool head_gone = false;       // the document never says the noun behind how many, what or which
  std::int32_t plain_gone = 0;  // how much of the question, names apart, it never says
  bool only_names = false;      // of the question it says names, and none of the other words
};

// Whether a unit may be said: it is no heading, names of columns or no_answer, and something of the
// question is in it, in the text that introduces it or in the title above it; or the layout answers
// with it.
inline bool MayAnswer(const Sentence& sentence) {
  if (sentence.told != Told::kNo) return true;
  return sentence.kind != UnitKind::kHeading && sentence.kind != UnitKind::kColumns &&
         !sentence.no_answer && !sentence.introduces &&
         (sentence.features[Feature::kWholeCover] > 0 ||
          sentence.features[Feature::kCoverFront] > 0 ||
          sentence.features[Feature::kAbout] >= kAboutSubject);
}

// All units of the evidence that have a word, with their features. Sets the weights of the
// question's terms. Linear in the length of the evidence. layouts: one for each passage.
std::vector<Sentence> ReadSentences(const evidence::EvidenceMap& evidence,
                                    std::span<const Layout> layouts, const TermWeight& weight,
                                    Asked* asked);

// The best sentence is joined with a neighbour of its block that touches it, if that is among the
// next kJoinFrom ranks and less likely by at most kJoinGap: one claim, one range of the source.
inline constexpr std::size_t kJoinFrom = 3;
inline constexpr std::int64_t kJoinGap = 1500;  // thousandths of the log of the odds
bool MayJoin(const Sentence& a, const Sentence& b, const evidence::EvidenceMap& evidence);

std::size_t WeightSetOf(const Asked& asked, const std::vector<Sentence>& sentences);

}  // namespace arborist::extractive
