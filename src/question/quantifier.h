// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "json/value.h"

namespace arborist::question {

// How much a question asks for: an estimate of the number of claims in its answer, from its words
// alone. docs/format/question-classifiers.md. The version enters policy hashes; a changed table or
// rule needs a new one.
inline constexpr std::string_view kQuantifierVersion = "quantifier-v1";

// Ascending: where several match, the highest wins.
enum class Intensity : std::uint8_t {
  kAbsent,
  kSingular,
  kProportional,
  kSmallNumExplicit,
  kComparativeBound,
  kFew,
  kMany,
  kAll,
  kComprehensive,
  kOpenRequest,
};

enum class ScopeBound : std::uint8_t { kBounded, kUnbounded, kUnknown };

struct Quantifier {
  Intensity intensity = Intensity::kSingular;
  std::optional<std::string> matched_token;    // as the classifier read it; none for the default
  std::optional<std::int64_t> explicit_count;  // only with kSmallNumExplicit and kComparativeBound
  ScopeBound scope_bound_hint = ScopeBound::kUnknown;

  bool is_broad() const { return intensity >= Intensity::kAll; }
  bool operator==(const Quantifier&) const = default;
};

Quantifier ClassifyQuantifier(std::string_view question);

std::string_view Name(Intensity intensity);              // SMALL_NUM_EXPLICIT
std::string_view OperationalShape(Intensity intensity);  // counted_list
std::string_view Name(ScopeBound bound);                 // bounded, unbounded, unknown

// The seven fields of the classifier clause of a preflight node.
json::Object ToJson(const Quantifier& quantifier);

}  // namespace arborist::question
