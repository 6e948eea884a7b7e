// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash256.h"

namespace arborist::question {

// FROZEN question canonicalisation, each way under its name: docs/format/keys.md.
enum class Dedup : std::uint8_t {
  kStrict,  // norm-v1 only
  // Also lower-case, no closing punctuation, no articles, so that "Who is THE Batman?" and "who is
  // batman" are one question. So are "plan A" and "the plan".
  kEquivalenceClass,
  // The same, but an `a` stays where it may be a name.
  kEquivalenceClassV2,
};

std::string_view Name(Dedup dedup);  // strict, equivalence_class, equivalence_class_v2
std::optional<Dedup> DedupFromName(std::string_view name);

// The other way whose records may stand for those of this one. Strict records do for both classes,
// because the same words are the same question in each of them. Nothing stands for a strict one.
std::optional<Dedup> AlternateOf(Dedup dedup);

std::string CanonicalQuestion(std::string_view question, Dedup dedup);
QuestionHash HashQuestion(std::string_view question, Dedup dedup);

}  // namespace arborist::question
