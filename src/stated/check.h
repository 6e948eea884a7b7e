// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "stated/judge.h"
#include "stated/source.h"

namespace arborist::stated {

enum class Verdict : std::uint8_t {
  kStated,    // the passage says it, in its words or in a licensed variant
  kClose,     // the passage says nearly this
  kNotFound,  // no sentence has most of its words
  kUnread,    // no claim that can be compared
};

// What supplies the subject of a stated claim.
enum class SubjectFrom : std::uint8_t { kSentence, kHeading, kTitle };

struct Checked {
  Verdict verdict = Verdict::kNotFound;
  Fault fault = Fault::kNone;
  bool verbatim = false;  // stated word for word
  SubjectFrom subject_from = SubjectFrom::kSentence;
  std::vector<std::uint32_t> unsupported;  // tokens of the claim
  // The sentence of the source that states it, or comes nearest.
  std::optional<std::uint32_t> sentence;
};

// Whether one sentence of the source states the claim, or each of its clauses is stated by one.
// With a scope only sentences that lie in it, or partly, may state it; what stands around them is
// read as always.
Checked Check(const Claim& claim, const Source& source, Budget* budget, Scope scope = {});

// A claim over tokens of a reading of an answer. A fragment is no sentence: a quotation, a phrase.
enum class Shape : std::uint8_t { kSentence, kFragment };
Claim MakeClaim(std::span<const Token> tokens, Language language, Shape shape);

// Whether the source asserts a sentence, as far as what stands around it tells.
Fault Surroundings(const Source& source, std::uint32_t number);

}  // namespace arborist::stated
