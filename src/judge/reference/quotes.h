// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "judge/reference/context.h"
#include "judge/verdict.h"

namespace arborist::judge {

// How much a match of names alone may prove.
enum class EntityPolicy { kStrict, kHybrid, kDrop, kProximity };
std::optional<EntityPolicy> EntityPolicyFromName(std::string_view name);

struct QuotePolicy {
  EntityPolicy entity_policy = EntityPolicy::kProximity;
  std::int64_t proximity_n = 3;         // names that must stand together ...
  std::int64_t proximity_window = 300;  // ... within this many code points
};

// FROZEN reference-v9.8: docs/format/verifier.md. Quotes, then spans and paraphrases, then names:
// the first that finds evidence decides.
QuoteVerdict JudgeQuotes(std::string_view answer, const Context& context,
                         const QuotePolicy& policy);

// Its last strategy alone: only the names of the answer are looked for.
QuoteVerdict VerifyNames(std::string_view answer, std::string_view context,
                         const QuotePolicy& policy);

}  // namespace arborist::judge
