// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "extractive/extractive.h"
#include "retrieve/gather.h"
#include "verify/verdict.h"

namespace arborist::ask {

// Code points of passages that the answerer without a model reads: no prompt has to hold them.
inline constexpr std::size_t kReadChars = 32000;

struct ExtractOptions {
  std::string_view question;
  std::int64_t least_chance = extractive::kLeastChance;
  std::size_t max_chars = 0;  // code points of the passages that are kept
  bool may_be_short = false;  // as in extractive::Request
  verify::Verifier verifier = verify::Verifier::kLexicalV3;
};

// Answers from all that was gathered, then cuts `gathered` to the passages that the claims stand in
// and, in their order, the others that fit into max_chars with them. Under lexical-v3 no claim is
// made that its surroundings turn.
Result<extractive::Answer> ExtractAnswer(const ExtractOptions& options,
                                         retrieve::Gathered* gathered,
                                         retrieve::Gatherer* gatherer);

}  // namespace arborist::ask
