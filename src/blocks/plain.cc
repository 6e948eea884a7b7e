// SPDX-License-Identifier: AGPL-3.0-only
// A text without markup is its own base, so its blocks are read from all chunks together
// (plain_blocks.cc) and then cut at the ends of the chunks.
#include <algorithm>
#include <utility>

#include "blocks/part.h"
#include "blocks/plain_signs.h"

namespace arborist::blocks {

namespace {

// The part of a range of the document that lies in a chunk, as a range of the chunk.
Range Within(Range range, Range chunk) {
  const std::size_t begin = std::max(range.begin, chunk.begin);
  const std::size_t end = std::min(range.end, chunk.end);
  return begin < end ? Range{begin - chunk.begin, end - chunk.begin} : Range{};
}

// Cuts the parts of a document at the ends of its chunks.
class Cutter {
 public:
  explicit Cutter(Parts* out) : out_(out) {}

  void Cut(const Part& part, std::uint32_t chunk, Range place) {
    Part cut = part;
    const std::string_view base = out_->bases[chunk];
    cut.chunk = chunk;
    cut.shown = Stripped(base, Within(part.shown, place));
    if (cut.shown.empty()) return;
    cut.cells.clear();
    for (const Range& cell : part.cells) {
      const Range range = Stripped(base, Within(cell, place));
      if (!range.empty()) cut.cells.push_back(range);
    }
    cut.term = Stripped(base, Within(part.term, place));
    cut.body = Stripped(base, Within(part.body, place));
    if (cut.kind == Kind::kEntry && cut.term.empty()) cut.kind = Kind::kParagraph;
    if (cut.kind == Kind::kEntry && cut.body.empty()) cut.body = {cut.shown.end, cut.shown.end};
    out_->parts.push_back(std::move(cut));
  }

 private:
  Parts* out_;
};

}  // namespace

Parts ReadPlain(std::span<const std::string_view> slices) {
  std::string text;
  Parts read;
  std::vector<Range> places;
  for (const std::string_view slice : slices) {
    places.push_back({text.size(), text.size() + slice.size()});
    text += slice;
    read.bases.emplace_back(slice);
  }
  Cutter cutter(&read);
  std::size_t chunk = 0;
  const std::vector<Part> parts = PlainBlocks(text);
  for (const Part& part : parts) {
    while (places[chunk].end <= part.shown.begin) ++chunk;
    for (std::size_t i = chunk; i < places.size() && places[i].begin < part.shown.end; ++i) {
      cutter.Cut(part, static_cast<std::uint32_t>(i), places[i]);
    }
  }
  read.cut_short = parts.size() >= kMostBlocks;
  return read;
}

}  // namespace arborist::blocks
