// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "curate/in_corpus.h"
#include "curate/loaded_run.h"
#include "curate/topic.h"
#include "judge/check_answer.h"
#include "judge/reference/deflection.h"

namespace arborist::curate {

// How a unit that did not verify relates to the passages of its run.
enum class SpanLabel {
  kVerbatimInBase,
  kVerbatimInRawOnly,  // in the stored text, not in the prose that the model saw
  kTrailingArtifact,   // a beginning of 60 code points or more is verbatim, the tail is not
  kParaphrase,         // one passage has 0.85 or more of its content words
  kPartialParaphrase,  // 0.40 or more
  kNoOverlap,
};
std::string_view Name(SpanLabel label);  // verbatim_in_base, ...

struct LabelledSpan {
  SpanLabel label = SpanLabel::kNoOverlap;
  std::optional<std::size_t> passage;  // that holds it, or shares most words with it: 1 is E1
  double coverage = 0;                 // share of its content words in the passage that shares most
  std::string tail;                    // of a trailing artifact
};
inline constexpr std::size_t kMinPrefixChars = 60;
inline constexpr double kParaphraseCoverage = 0.85;
inline constexpr double kPartialCoverage = 0.40;

// bases and raws: the prose and the stored text of each passage, in the same order.
LabelledSpan LabelSpan(std::string_view unit, const std::vector<std::string>& bases,
                       const std::vector<std::string>& raws);

struct InspectedSpan {
  std::string text;
  LabelledSpan labelled;
  std::string diagnosis;                       // decision 28
  std::optional<judge::PassagePlace> nearest;  // in the passages of the run
  std::vector<CorpusPlace> elsewhere;          // in the corpus as it is now
};

struct Inspection {
  bool declined = false;             // no answer, so nothing to inspect: the rest is empty
  std::vector<InspectedSpan> spans;  // what did not verify
  judge::Deflection deflection;
  std::vector<TitleRelevance> titles;  // of claims that no title shares a word with
  TopicShift topic;
  std::vector<MetaphorMarker> metaphors;
};

// Reads only: no parameter can write to the store. kNotFound when the corpus does not have the
// passages of the run any more; a record that declines needs none.
Result<Inspection> Inspect(const LoadedRun& run, CorpusLookup* corpus);

}  // namespace arborist::curate
