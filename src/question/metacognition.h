// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arborist::question {

// Problems of a question that can be seen before anybody answers it, from its words alone. Hints,
// not verdicts: docs/format/question-classifiers.md. Strings are as the classifiers read them, in
// lower case. A changed table or rule needs a new version.
inline constexpr std::string_view kMetacognitionVersion = "metacognition-v0.1";

// Words that tie the answer to the day on which it is given, a year beyond corpus_year (the last
// one that the corpus knows) included. Empty: the question does not depend on time.
std::vector<std::string> TemporalTokens(std::string_view question,
                                        std::optional<int> corpus_year = {});

// Pairs of phrases in the question that cannot both hold.
std::vector<std::pair<std::string, std::string>> ContradictionPairs(std::string_view question);

// A presupposition of the question, which the evidence has to support.
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

// Whether it names no subject at all ("what is it?"), or is empty.
bool IsUnderSpecified(std::string_view question);

}  // namespace arborist::question
