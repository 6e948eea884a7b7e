// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "judge/verdict.h"
#include "stated/answer.h"

namespace arborist::judge {

// FROZEN lexical-v3: docs/format/lexical-v3.md. STRICT when every unit is stated, HYBRID when some
// are. Close units are not verified.
QuoteVerdict JudgeLexicalV3(std::string_view answer, std::string_view context);
QuoteVerdict VerdictOf(const std::vector<stated::Unit>& units, std::string_view answer);

// A claim of a lattice, read as one: it is as good as the worst of its sentences.
struct ClaimReading {
  stated::Verdict verdict = stated::Verdict::kUnread;  // the worst of its units
  stated::Fault fault = stated::Fault::kUnread;
  bool quote = false;  // the failed unit is a quotation
  stated::SubjectFrom subject_from = stated::SubjectFrom::kSentence;
  std::vector<stated::Extent> unsupported;  // bytes of the claim
  std::optional<stated::Extent> place;  // bytes of the source: the place of the unit that decides
  std::vector<stated::Extent> places;   // places of all units
};
// Reads a claim against a source. A scope restricts which sentences of the source may state it.
// kUnread for a claim without units, and when the budget is spent.
ClaimReading ReadClaim(std::string_view claim, const stated::SourceIndex& source, Budget* budget,
                       stated::Scope scope = {});

// Joins passages to one source. A blank line divides passages, and lexical-v3 joins no words across
// it.
inline constexpr std::string_view kBetweenSpans = "\n\n";
std::string JoinSpans(std::span<const std::string_view> spans);

// The word of decision 28 for people. Accusing words (fabricated, negated, wrong_number) only where
// the check is certain.
std::string_view DiagnosisOf(stated::Verdict verdict, stated::Fault fault, bool quote);
// stated, close, not_found, not_checked.
std::string_view Name(stated::Verdict verdict);
// Why a unit that is close is not stated: missing_words, number, negation, order, role, tense,
// left_out, not_asserted, retracted, not_verbatim. Empty for other verdicts.
std::string_view ReasonOf(stated::Verdict verdict, stated::Fault fault);
// heading or title; empty if the sentence itself names its subject.
std::string_view Name(stated::SubjectFrom from);

}  // namespace arborist::judge
