// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string_view>

#include "verify/lexical_v2/check.h"
#include "verify/lexical_v2/source.h"
#include "verify/reference/quotes.h"
#include "verify/verdict.h"

namespace arborist::verify {

// FROZEN lexical-v2: docs/format/lexical-v2.md. Every sentence and quote of the answer is accounted
// for; evidence for one comes from one passage; names alone never make STRICT.
QuoteVerdict VerifyLexicalV2(std::string_view answer, const lexical::Source& source,
                             const QuotePolicy& policy);

// By the policy's verifier. The context is the text as given: a blank line divides passages.
QuoteVerdict VerifyAnswer(std::string_view answer, std::string_view context, Verifier verifier,
                          const QuotePolicy& policy);

// Whether evidence supports every sentence of a claim: each by one of the spans, or two spans
// together when there are two or more. Not for claims without a sentence to check: kNone.
lexical::Checked SupportsClaim(std::string_view claim, std::span<const std::string_view> spans);
// The same for many claims that cite the same spans and share a budget.
lexical::Source EvidenceSource(std::span<const std::string_view> spans);
// Says which claims will come, when they are many: their words are looked for in one pass.
void ExpectClaims(std::span<const std::string_view> claims, const lexical::Source& source);
lexical::Checked SupportsClaim(std::string_view claim, const lexical::Source& source,
                               lexical::Budget* budget);

}  // namespace arborist::verify
