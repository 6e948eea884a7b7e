// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "stated/check_claim.h"

namespace arborist::stated {

// One sentence or quotation of an answer, and the result of checking it.
struct Unit {
  Extent text;  // bytes of the answer
  bool quote = false;
  Verdict verdict = Verdict::kNotFound;
  Fault fault = Fault::kNone;
  bool verbatim = false;
  SubjectFrom subject_from = SubjectFrom::kSentence;
  std::vector<Extent> unsupported;  // bytes of the answer
  std::optional<Extent> place;      // bytes of the source
};

// FROZEN lexical-v3: docs/format/lexical-v3.md. One unit for each sentence and quotation of the
// answer, except sentences that only introduce. Offsets are those of the answer and
// source as given, whatever their Unicode form. kUnread for units that are reached after the budget
// is spent.
std::vector<Unit> ReadAnswer(std::string_view answer, const SourceIndex& source, Budget* budget,
                             Scope scope = {});

}  // namespace arborist::stated
