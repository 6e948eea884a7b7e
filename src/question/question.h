// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash256.h"

namespace arborist::question {

// FROZEN question canonicalisation: docs/format/keys.md.
// kStrict: norm-v1 only. kEquivalenceClass: also lower-case, no closing punctuation, no articles,
// so that "Who is THE Batman?" and "who is batman" are one question.
enum class Dedup : std::uint8_t { kStrict, kEquivalenceClass };

std::optional<Dedup> DedupFromName(std::string_view name);  // "strict", "equivalence_class"

std::string CanonicalQuestion(std::string_view question, Dedup dedup);
QuestionHash HashQuestion(std::string_view question, Dedup dedup);

}  // namespace arborist::question
