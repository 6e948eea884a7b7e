// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/corpus.h"

namespace arborist::distill {

// The input of a distiller: the span of each chunk, and the leaves that prove the chunks.
struct SourceText {
  std::string_view base;
  std::vector<std::string> spans;
  std::vector<Hash256> leaves;
};

// The rule by which the spans are made from the slices (decision 17): it follows from the
// extraction of the location that is shown, which is the same in any layout. A core is read as it
// is.
std::string_view BaseOf(const store::CorpusDocument& document);

// kNotFound when a chunk was evicted; kCorrupt when a chunk is not the one its leaf says.
Result<SourceText> ReadSource(const store::CorpusDocument& document);

}  // namespace arborist::distill
