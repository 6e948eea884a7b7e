// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "stated/answer.h"
#include "verify/verdict.h"

namespace arborist::verify {

// FROZEN lexical-v3: docs/format/lexical-v3.md. STRICT when every unit is stated; close units are
// not verified.
QuoteVerdict VerifyLexicalV3(std::string_view answer, std::string_view context);
QuoteVerdict VerdictOf(const std::vector<stated::Unit>& units, std::string_view answer);

// A claim of a lattice: all its sentences together.
struct ClaimReading {
  stated::Verdict verdict = stated::Verdict::kUnread;  // the worst of its units'
  stated::Fault fault = stated::Fault::kUnread;
  bool quote = false;  // the failed unit is a quotation
  stated::SubjectFrom subject_from = stated::SubjectFrom::kSentence;
  std::vector<stated::Extent> unsupported;  // bytes of the claim
  std::optional<stated::Extent> place;      // bytes of the source: of the unit that decides
  std::vector<stated::Extent> places;       // of all its units
};
ClaimReading ReadClaim(std::string_view claim, const stated::Source& source, Budget* budget,
                       stated::Scope scope = {});

// Passages as one source: a blank line divides them, and none stands inside of one.
inline constexpr std::string_view kBetweenSpans = "\n\n";
std::string JoinSpans(std::span<const std::string_view> spans);

// The word for people of decision 28: an accusation only where the check is certain.
std::string_view DiagnosisOf(stated::Verdict verdict, stated::Fault fault, bool quote);
// stated, close, not_found, not_checked.
std::string_view Name(stated::Verdict verdict);
// Why a unit that is close is not stated: missing_words, number, negation, order, role, tense,
// left_out, not_asserted, retracted, not_verbatim. Empty for other verdicts.
std::string_view ReasonOf(stated::Verdict verdict, stated::Fault fault);
// heading, title, or nothing where the sentence itself names its subject.
std::string_view Name(stated::SubjectFrom from);

}  // namespace arborist::verify
