// SPDX-License-Identifier: AGPL-3.0-only
// The blocks of a document in chunks: ranges within what each chunk shows, in order, and leads that
// stand before what they introduce with nothing but what may between.
#include "blocks/blocks.h"

#include <algorithm>
#include <string>
#include <vector>

#include "fuzz/fuzz.h"
#include "text/utf8.h"

namespace {

using namespace arborist;

void CheckSpan(std::string_view base, const blocks::Span& span) {
  CHECK(span.begin <= span.end && span.end <= base.size());
  CHECK(span.point_begin == text::CountCodePoints(base.substr(0, span.begin)));
  CHECK(span.point_end == text::CountCodePoints(base.substr(0, span.end)));
}

void CheckBlock(const blocks::Reading& reading, std::size_t i) {
  const blocks::Block& block = reading.blocks[i];
  const std::string_view base = reading.chunks[block.chunk].base;
  CHECK(!block.span.empty());
  CheckSpan(base, block.span);
  CheckSpan(base, block.body);
  CheckSpan(base, block.term);
  CHECK(block.body.begin >= block.span.begin && block.body.end <= block.span.end);
  CHECK(block.kind == blocks::Kind::kEntry || block.term.empty());
  for (const blocks::Span& cell : block.cells) CheckSpan(base, cell);
  for (const blocks::Span& sentence : block.sentences) {
    CheckSpan(base, sentence);
    CHECK(sentence.begin >= block.body.begin && sentence.end <= block.body.end);
  }
  if (i > 0) {
    const blocks::Block& before = reading.blocks[i - 1];
    CHECK(before.chunk < block.chunk ||
          (before.chunk == block.chunk && before.span.end <= block.span.begin));
  }
}

void CheckRelations(const blocks::Reading& reading, std::size_t i) {
  const blocks::Block& block = reading.blocks[i];
  CHECK(block.heading == blocks::kNoBlock ||
        (block.heading < i && reading.blocks[block.heading].kind == blocks::Kind::kHeading));
  if (block.lead == blocks::kNoBlock) return;
  CHECK(block.lead < i);
  const blocks::Block& lead = reading.blocks[block.lead];
  CHECK(lead.kind != blocks::Kind::kHeading && lead.kind != blocks::Kind::kCode);
  CHECK(lead.heading == block.heading);
  // Between a lead and its program stands nothing but an earlier part of that program.
  for (std::size_t k = block.lead + 1; block.kind == blocks::Kind::kCode && k < i; ++k) {
    CHECK(reading.blocks[k].kind == blocks::Kind::kCode && reading.blocks[k].lead == block.lead);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzz::View(data, size);
  const auto base = static_cast<markup::Base>(fuzz::TakeByte(&input) % 5);
  const std::size_t chunk_bytes = 1 + fuzz::TakeByte(&input) * std::size_t{8};
  const std::string_view all = input.substr(0, text::FindInvalidUtf8(input, true));
  std::vector<std::string_view> slices;
  for (std::string_view rest = all; !rest.empty();) {
    std::size_t end = std::min(chunk_bytes, rest.size());
    while (end < rest.size() && (static_cast<std::uint8_t>(rest[end]) & 0xC0) == 0x80) ++end;
    slices.push_back(rest.substr(0, end));
    rest.remove_prefix(end);
  }
  blocks::DocumentBlocks document(base);
  for (std::size_t i = 0; i < slices.size(); ++i) {
    document.Add(static_cast<std::uint32_t>(i), slices[i]);
  }
  const blocks::Reading reading = document.Finish();
  CHECK(reading.chunks.size() == slices.size());
  for (std::size_t i = 0; i < slices.size(); ++i) {
    CHECK(reading.chunks[i].base == markup::ToBase(base, slices[i]));
  }
  for (std::size_t i = 0; i < reading.blocks.size(); ++i) {
    CheckBlock(reading, i);
    CheckRelations(reading, i);
  }
  return 0;
}
