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

// What is known of a sentence in view of a question. Most are shares in thousandths.
struct Feature {
  enum Number : std::size_t {
#define ARBORIST_FEATURE(name, ...) k##name,
#include "extractive/features.inc"
#undef ARBORIST_FEATURE
    kCount,
  };
};
inline constexpr std::size_t kFeatureCount = Feature::kCount;
// From here on, what the blocks of the document tell, in every language.
inline constexpr std::size_t kFirstBlockFeature = Feature::kFormHowTo;
using Features = std::array<std::int32_t, kFeatureCount>;
std::string_view FeatureName(std::size_t feature);

// How much each feature counts for the choice of a sentence, and for the belief that it answers. A
// set of weights for each group of what is asked for: where no title is the subject of the
// question, where one is, and where the question is not English.
inline constexpr std::size_t kWeightSets = 3 * kTypeGroups;
inline constexpr std::size_t kFirstForeignSet = 2 * kTypeGroups;
std::int64_t Score(const Features& features, std::size_t weight_set);
std::int64_t Confidence(const Features& features, std::size_t weight_set);
// The two features that are known after the choice: its score and its lead over the next, if any.
inline constexpr std::int64_t kNoScore = -1'000'000'000;
void AddChoice(std::int64_t score, std::int64_t next, Features* features);

// What a sum of weights cannot say: one measure counts more where another is high. Small trees,
// each adding what stands at its leaf; for English questions.
inline constexpr std::size_t kTreeDepth = 3;
inline constexpr std::size_t kTreeLeaves = std::size_t{1} << kTreeDepth;
struct Tree {
  std::array<std::uint8_t, kTreeLeaves - 1>
      feature;                                      // of each fork: the root, its two children, ...
  std::array<std::int32_t, kTreeLeaves - 1> above;  // more than that goes to the right
  std::array<std::int32_t, kTreeLeaves> leaf;       // thousandths
};
std::int64_t ScoreOfTrees(const Features& features);
std::int64_t ConfidenceOfTrees(const Features& features);

// What the layout of a page tells beyond the words of a sentence.
enum class Told : std::uint8_t {
  kNo,
  kUnderQuestion,  // the line above it asks the same
  kRow,            // the row of a table that has most of the question, with what stands over it
};

struct Sentence {
  std::size_t passage = 0;  // its number in the evidence
  Piece piece;
  std::size_t unit = 0;  // its number in the passage's layout
  UnitKind kind = UnitKind::kSentence;
  std::uint32_t block = 0;
  Features features{};
  Told told = Told::kNo;
  bool no_answer = false;       // a question, or program text where yes or no is asked
  bool introduces = false;      // a joined unit says it and what it introduces
  bool kind_missing = false;    // nothing of the kind that is asked for
  bool head_gone = false;       // the document never says the noun behind how many, what or which
  std::int32_t plain_gone = 0;  // how much of the question, names apart, it never says
};

// A unit that may be said: no heading, names of columns or no_answer; something of the question in
// it, in what introduces it or in the title that it stands under; or what the layout says.
inline bool MayAnswer(const Sentence& sentence) {
  if (sentence.told != Told::kNo) return true;
  return sentence.kind != UnitKind::kHeading && sentence.kind != UnitKind::kColumns &&
         !sentence.no_answer && !sentence.introduces &&
         (sentence.features[Feature::kWholeCover] > 0 ||
          sentence.features[Feature::kCoverFront] > 0 ||
          sentence.features[Feature::kAbout] >= kAboutSubject);
}

// The sentences of the evidence that share anything with the question. Sets the weights of the
// question's terms. Linear in the length of the evidence.
std::vector<Sentence> ReadSentences(const evidence::EvidenceMap& evidence,
                                    std::span<const Layout> layouts, const TermWeight& weight,
                                    Asked* asked);

// The best sentence is said with a neighbour of its block that touches it, if that is among so many
// best ones and hardly less likely: one claim, one range of the source.
inline constexpr std::size_t kJoinFrom = 3;
inline constexpr std::int64_t kJoinGap = 1500;  // thousandths of the log of the odds
bool MayJoin(const Sentence& a, const Sentence& b, const evidence::EvidenceMap& evidence);

std::size_t WeightSetOf(const Asked& asked, const std::vector<Sentence>& sentences);

}  // namespace arborist::extractive
