// SPDX-License-Identifier: AGPL-3.0-only
#include "extractive/passage_blocks.h"

#include <algorithm>

#include "text/utf8.h"

namespace arborist::extractive {

std::optional<PassageRange> RangeOf(std::string_view span, std::int64_t chunk_idx,
                                    std::size_t offset, const blocks::Reading& reading) {
  const auto chunk = std::ranges::find_if(reading.chunks, [&](const blocks::ChunkText& text) {
    return static_cast<std::int64_t>(text.index) == chunk_idx;
  });
  if (chunk == reading.chunks.end()) return std::nullopt;
  const std::string_view base = chunk->base;
  const std::size_t begin = text::Prefix(base, offset).size();
  if (base.substr(begin, span.size()) != span) return std::nullopt;
  return PassageRange{.chunk = static_cast<std::uint32_t>(chunk - reading.chunks.begin()),
                      .begin = begin,
                      .end = begin + span.size()};
}

blocks::Reading ReadAlone(std::string_view span) {
  blocks::DocumentBlocks document(markup::Base::kIdentity);
  document.Add(0, span);
  return document.Finish();
}

Cut CutOf(const blocks::Block& block) {
  constexpr std::size_t kWholeItem = 400;  // bytes
  switch (block.kind) {
    case blocks::Kind::kHeading:
    case blocks::Kind::kRow:
      return Cut::kWhole;
    case blocks::Kind::kParagraph:
      return Cut::kSentences;
    case blocks::Kind::kItem:
      return block.body.end - block.body.begin <= kWholeItem ? Cut::kWhole : Cut::kSentences;
    case blocks::Kind::kEntry:
      return Cut::kEntry;
    case blocks::Kind::kCode:
      break;
  }
  return Cut::kCode;
}

const blocks::Span& WholeOf(const blocks::Block& block) {
  return block.kind == blocks::Kind::kItem ? block.body : block.span;
}

}  // namespace arborist::extractive
