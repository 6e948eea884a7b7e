// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "stated/judge.h"
#include "stated/source.h"
#include "stated/subject.h"

namespace arborist::stated {

enum class Verdict : std::uint8_t {
  kStated,    // the passage says it, in its words or in an accepted variant
  kClose,     // the passage says nearly this
  kNotFound,  // no sentence has most of its words
  kUnread,    // cannot be compared, or the budget is spent
};

struct Checked {
  Verdict verdict = Verdict::kNotFound;
  Fault fault = Fault::kNone;
  bool verbatim = false;  // word for word
  SubjectFrom subject_from = SubjectFrom::kSentence;
  std::vector<std::uint32_t> unsupported;  // tokens of the claim
  // The sentence of the source that states it or comes nearest.
  std::optional<std::uint32_t> sentence;
};

// Whether one sentence of the source states the claim, or for each of its clauses some sentence
// does. A scope restricts which sentences may state it (those that overlap it); their surroundings
// are read as always. Takes every step from the budget.
Checked Check(const ClaimTokens& claim, const SourceIndex& source, Budget* budget,
              Scope scope = {});

// kNone if the source asserts the sentence, as far as its surroundings tell; else the fault.
Fault Surroundings(const SourceIndex& source, std::uint32_t number);

}  // namespace arborist::stated
