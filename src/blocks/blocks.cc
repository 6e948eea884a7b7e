// SPDX-License-Identifier: AGPL-3.0-only
// Reads the blocks of a document in four steps: runs of chunks that follow each other are read as
// one text by the reader of their base (plain.cc, markup.cc, wikitext.cc), parts that mean one
// block are joined (join.cc), the parts of all runs are numbered so that no block touches one
// across a gap, and Relate (relate.cc) gives each its heading, lead and sentences.
#include "blocks/blocks.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "blocks/part.h"
#include "text/utf8.h"

namespace arborist::blocks {

namespace {

Parts ReadRun(markup::Base base, std::span<const std::string_view> slices) {
  switch (base) {
    case markup::Base::kIdentity:
      return ReadPlain(slices);
    case markup::Base::kWikitextV1:
      return ReadWikitext(slices);
    case markup::Base::kMarkdownV1:
    case markup::Base::kRestV1:
    case markup::Base::kAsciiDocV1:
      break;
  }
  return ReadMarkup(base, slices);
}

}  // namespace

std::vector<std::uint32_t> Reading::PathOf(const Block& block) const {
  std::vector<std::uint32_t> path;
  for (std::uint32_t at = block.heading; at != kNoBlock; at = blocks[at].heading) {
    path.push_back(at);
  }
  std::ranges::reverse(path);
  return path;
}

void DocumentBlocks::Add(std::uint32_t chunk, std::string_view slice) {
  // All code below relies on valid WTF-8, which every stored slice is.
  if (text::FindInvalidUtf8(slice, true) != std::string_view::npos) return;
  chunks_.push_back({chunk, slice});
}

Reading DocumentBlocks::Finish() {
  Reading reading;
  std::vector<Part> all;
  std::size_t number = 0;  // of the next block of the document
  for (std::size_t begin = 0; begin < chunks_.size();) {
    std::vector<std::string_view> slices;
    std::size_t end = begin;
    do {
      slices.push_back(chunks_[end].slice);
      ++end;
    } while (end < chunks_.size() && chunks_[end].index == chunks_[end - 1].index + 1);
    Parts run = ReadRun(base_, slices);
    JoinParts(run.bases, &run.parts);
    std::size_t last = number;
    for (Part& part : run.parts) {
      part.chunk += static_cast<std::uint32_t>(begin);
      part.first += number;
      part.last += number;
      last = part.last;
    }
    number = last + 2;  // one number is left out: blocks on the two sides of a gap do not touch
    for (std::size_t i = begin; i < end; ++i) {
      reading.chunks.push_back({chunks_[i].index, std::move(run.bases[i - begin])});
    }
    std::ranges::move(run.parts, std::back_inserter(all));
    reading.cut_short = reading.cut_short || run.cut_short;
    begin = end;
  }
  chunks_.clear();
  if (all.size() > kMostBlocks) {
    all.resize(kMostBlocks);
    reading.cut_short = true;
  }
  Relate(std::move(all), &reading);
  return reading;
}

}  // namespace arborist::blocks
