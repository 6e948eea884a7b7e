// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string_view>

#include "judge/lexical_v2/check_unit.h"
#include "judge/lexical_v2/source.h"
#include "judge/reference/quotes.h"
#include "judge/verdict.h"

namespace arborist::judge {

// FROZEN lexical-v2: docs/format/lexical-v2.md. Every sentence and quote of the answer is a unit;
// evidence for a unit comes from one passage; names alone never make STRICT.
QuoteVerdict JudgeLexicalV2(std::string_view answer, const lexical::SourceIndex& source,
                            const QuotePolicy& policy);

// Judges by the verifier of the policy. `context` is the text as given: a blank line divides
// passages.
QuoteVerdict JudgeAnswer(std::string_view answer, std::string_view context, Verifier verifier,
                         const QuotePolicy& policy);

// Whether the spans support every sentence of a claim, each by one span or, of two or more, by two
// together. kNone for a claim without a sentence to check.
lexical::Checked SupportsClaim(std::string_view claim, std::span<const std::string_view> spans);
// The same for many claims that cite the same spans and share a budget: the spans as one source.
lexical::SourceIndex EvidenceSource(std::span<const std::string_view> spans);
// Announces the claims, if they are many, so that their texts are searched for in one pass.
void ExpectClaims(std::span<const std::string_view> claims, const lexical::SourceIndex& source);
lexical::Checked SupportsClaim(std::string_view claim, const lexical::SourceIndex& source,
                               lexical::Budget* budget);

}  // namespace arborist::judge
