// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash256.h"

namespace arborist::question {

// Which questions count as the same. FROZEN, each mode under its name: docs/format/keys.md.
enum class Dedup : std::uint8_t {
  kStrict,  // norm-v1 only
  // Also in lower case, without closing punctuation and articles: "Who is THE Batman?" and "who is
  // batman" are one question. But so are "plan A" and "the plan".
  kEquivalenceClass,
  // The same, but an `a` that may be a name stays.
  kEquivalenceClassV2,
};

std::string_view Name(Dedup dedup);  // strict, equivalence_class, equivalence_class_v2
std::optional<Dedup> DedupFromName(std::string_view name);

// The mode whose records may also serve this one: strict for both classes, because equal words are
// the same question in any mode; none for strict.
std::optional<Dedup> AlternateOf(Dedup dedup);

std::string CanonicalQuestion(std::string_view question, Dedup dedup);
QuestionHash HashQuestion(std::string_view question, Dedup dedup);

}  // namespace arborist::question
