// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "markup/base.h"

namespace arborist::markup {

enum class BlockKind : std::uint8_t {
  kHeading,
  kParagraph,
  kItem,   // of a list
  kEntry,  // a term and its meaning
  kRow,    // of a table
  kCode,   // program text
};

struct Range {  // bytes of the shown text
  std::size_t begin = 0;
  std::size_t end = 0;
  bool empty() const { return begin >= end; }
  bool operator==(const Range&) const = default;
};

// The place in its row of a cell that is a block of its own; the blocks of a row follow each other.
enum class CellPlace : std::uint8_t { kNone, kFirst, kNext };

// A line of program text: its number in the source, and its range of the shown text.
struct CodeLine {
  std::size_t source = 0;
  Range shown;
};

// A block of the shown text with the facts that its markup gives.
struct Block {
  BlockKind kind = BlockKind::kParagraph;
  Range shown;                 // without white space at its ends
  std::size_t first_line = 0;  // of the source, from 0
  std::size_t last_line = 0;
  std::size_t indent = 0;  // columns before its first line; a list of AsciiDoc: its depth
  int level = 0;           // of a heading, from 1
  bool numbered = false;   // an item that has a number
  bool header = false;     // a row that names columns
  bool starts = false;     // a row that begins a table
  bool partial = false;    // a line of a row of several lines: other cells are elsewhere
  bool explained = false;  // a term: the text indented under it is its meaning
  // Only white space, fences and directives are between it and the block before.
  bool touches = false;
  CellPlace cell = CellPlace::kNone;
  Range term;  // of an entry
  Range body;
  std::vector<Range> cells;
  std::vector<CodeLine> lines;  // of a block shown as program text, even if it is none
  std::string language;         // of program text, as its markup names it
};

struct Shown {
  std::string text;  // ToBase of the slice
  std::vector<Block> blocks;
};

// Whether a slice may begin amid a program, as a chunk may.
enum class Start : std::uint8_t { kAnywhere, kDocument };

inline constexpr std::size_t kMostRecorded = 200'000;  // blocks of a slice; the rest has none

// The base of a slice and its blocks, in order. Of a whole document (kDocument) only the blocks are
// of use: its text follows rules that are newer than the base. Of `identity` and wikitext, whose
// bases have no blocks, the text alone.
Shown ShowBlocks(Base base, std::string_view slice, Start start = Start::kAnywhere);

}  // namespace arborist::markup
