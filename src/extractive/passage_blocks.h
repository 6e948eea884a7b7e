// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "blocks/blocks.h"

// What the units of the answerer (layout.h) and the list of sentences (sentence_places.h) have in
// common: where a passage stands in the blocks of its document, and how a block is cut.
namespace arborist::extractive {

// The passage is base[begin, end) of the reading's chunk number `chunk`.
struct PassageRange {
  std::uint32_t chunk = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};
// Where a span stands that begins `offset` code points into the base of the document's chunk
// chunk_idx; nullopt where the reading has another text there.
std::optional<PassageRange> RangeOf(std::string_view span, std::int64_t chunk_idx,
                                    std::size_t offset, const blocks::Reading& reading);

// The blocks of a text without its document, as a document of one chunk.
blocks::Reading ReadAlone(std::string_view span);

enum class Cut : std::uint8_t {
  kWhole,      // headings, rows, short items
  kSentences,  // paragraphs and long items
  kEntry,      // the term with the first sentence of its meaning, and the other sentences
  kCode,
};
Cut CutOf(const blocks::Block& block);

// What is said of a block that is not cut: of an item without its bullet.
const blocks::Span& WholeOf(const blocks::Block& block);

}  // namespace arborist::extractive
