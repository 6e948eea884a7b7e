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

// Code points of passages that the answerer without a model reads. It may be more than a prompt
// holds, for no prompt is made of them.
inline constexpr std::size_t kReadChars = 32000;

struct ExtractOptions {
  std::string_view question;
  std::int64_t least_chance = extractive::kLeastChance;
  std::size_t max_chars = 0;  // code points of the passages that stay
  bool may_be_short = false;  // as in extractive::Request
  verify::Verifier verifier = verify::Verifier::kLexicalV3;
};

// Answers from all gathered passages, then reduces `gathered` to the passages of the claims and, in
// their order, the others that fit into max_chars beside them. Under lexical-v3 a sentence whose
// surroundings change its meaning (a negation or quotation around it) makes no claim. `gatherer` is
// asked for term frequencies; both pointers are borrowed for the call. Fails only where the index
// cannot be read.
Result<extractive::Answer> ExtractAnswer(const ExtractOptions& options,
                                         retrieve::Gathered* gathered,
                                         retrieve::Gatherer* gatherer);

}  // namespace arborist::ask
