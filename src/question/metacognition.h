// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arborist::question {

// What may be wrong with a question before anybody answers it, from its words alone. Hints, not
// verdicts: docs/format/question-classifiers.md. Strings are as the classifiers read them, in lower
// case. Another table or rule is another version.
inline constexpr std::string_view kMetacognitionVersion = "metacognition-v0.1";

// Words that tie the answer to the day it is given; empty if none (sensitivity "low").
// A year beyond `corpus_year`, the last one the corpus knows, is such a word too.
std::vector<std::string> TemporalTokens(std::string_view question,
                                        std::optional<int> corpus_year = {});

// Pairs that cannot both hold, both of which stand in the question.
std::vector<std::pair<std::string, std::string>> ContradictionPairs(std::string_view question);

// Something the question takes for granted, which the evidence has to support.
struct FalsePremise {
  std::string_view kind;  // stopped_doing, became, caused
  std::string presupposition;
  std::string subject;
  std::string predicate;
  bool operator==(const FalsePremise&) const = default;
};
std::vector<FalsePremise> FalsePremises(std::string_view question);

// Whether it asks about a document that only the asker has.
bool IsOutOfCorpus(std::string_view question);

// Whether it names no subject at all: "what is it?", nothing.
bool IsUnderSpecified(std::string_view question);

}  // namespace arborist::question
