// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "stated/check.h"

namespace arborist::stated {

// One sentence or quotation of an answer and what the source says of it.
struct Unit {
  Extent text;  // of the answer as given
  bool quote = false;
  Verdict verdict = Verdict::kNotFound;
  Fault fault = Fault::kNone;
  bool verbatim = false;
  SubjectFrom subject_from = SubjectFrom::kSentence;
  std::vector<Extent> unsupported;  // of the answer as given
  std::optional<Extent> place;      // of the source as given
};

// FROZEN lexical-v3: docs/format/lexical-v3.md. Every sentence of the answer becomes a unit, but
// for those that only introduce.
std::vector<Unit> ReadAnswer(std::string_view answer, const Source& source, Budget* budget,
                             Scope scope = {});

}  // namespace arborist::stated
