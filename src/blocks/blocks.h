// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "markup/base.h"
#include "markup/blocks.h"

// A document as headings, paragraphs, items, entries, rows and program text. The text of a block is
// a range of the base of one chunk, counted as citations and evidence count it; its kind and the
// block that introduces it are read from the document as a whole.
namespace arborist::blocks {

using Kind = markup::BlockKind;

// A range of the base of a chunk, without white space at its ends.
struct Span {
  std::size_t begin = 0;  // bytes
  std::size_t end = 0;
  std::size_t point_begin = 0;  // code points
  std::size_t point_end = 0;
  bool empty() const { return begin >= end; }
};

inline constexpr std::uint32_t kNoBlock = static_cast<std::uint32_t>(-1);

struct Block {
  Kind kind = Kind::kParagraph;
  std::uint32_t chunk = 0;  // the place among Reading::chunks
  Span span;
  // Of an item the text after its bullet or number, of an entry the text after its term; else the
  // span.
  Span body;
  Span term;  // of an entry

  // The nearest heading above it; of a heading the one of the section around.
  std::uint32_t heading = kNoBlock;
  // The block that introduces it, an earlier one. Of program text: the paragraph, item or entry
  // before it. Of an item or entry: the paragraph before its list, else the item around the list.
  // Of a row: the row that names the columns; of that row, or where there is none, the paragraph,
  // item or entry before the table. Between the two there are only white space, fences and
  // directives, or other items or rows of the same list or table with the blocks under them.
  std::uint32_t lead = kNoBlock;
  std::uint32_t position = 0;  // blocks between it and its heading

  std::uint16_t level = 0;  // of a heading from 1; of an item or entry its depth, from 0
  bool numbered = false;    // an item that has a number
  bool header = false;      // a row that names the columns
  bool partial = false;     // a line of a row of several lines: its cells go on in the next block
  bool begins_cut = false;  // it begins in the chunk before
  bool ends_cut = false;    // it goes on in the next chunk
  std::vector<Span> cells;  // of a row
  std::vector<Span> sentences;  // of the body of a paragraph, item or entry
  std::string language;         // of program text, if its markup names one
};

struct ChunkText {
  std::uint32_t index = 0;  // of the document's chunks
  std::string base;         // markup::ToBase of the slice
};

struct Reading {
  std::vector<ChunkText> chunks;
  std::vector<Block> blocks;  // in the order of the text
  bool cut_short = false;     // the document has more than kMostBlocks blocks; the rest is left out

  std::string_view TextOf(const Block& block) const { return TextOf(block, block.span); }
  std::string_view TextOf(const Block& block, const Span& span) const {
    return std::string_view(chunks[block.chunk].base).substr(span.begin, span.end - span.begin);
  }
  // The headings above a block, the outermost first; a heading is not above itself.
  std::vector<std::uint32_t> PathOf(const Block& block) const;
};

inline constexpr std::size_t kMostBlocks = 200'000;  // of a document

// Reads the blocks of one document. Total on WTF-8, deterministic, and linear in the length. One
// thread; used once.
class DocumentBlocks {
 public:
  explicit DocumentBlocks(markup::Base base) : base_(base) {}

  // The next chunk and its stored slice, which must live until Finish. Chunks are added in their
  // order. Where one is left out, no block goes on behind the gap. A slice that is not WTF-8 counts
  // as left out.
  void Add(std::uint32_t chunk, std::string_view slice);
  Reading Finish();

 private:
  struct Chunk {
    std::uint32_t index = 0;
    std::string_view slice;
  };
  markup::Base base_;
  std::vector<Chunk> chunks_;
};

}  // namespace arborist::blocks
