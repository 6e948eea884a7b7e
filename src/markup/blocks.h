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
  kEntry,  // a term and what it means
  kRow,    // of a table
  kCode,   // program text
};

struct Range {  // bytes of the shown text
  std::size_t begin = 0;
  std::size_t end = 0;
  bool empty() const { return begin >= end; }
  bool operator==(const Range&) const = default;
};

// A cell that stands in a block of its own: the blocks of one row follow each other.
enum class CellPlace : std::uint8_t { kNone, kFirst, kNext };

// A line of program text: its number in the source, and where it is shown.
struct CodeLine {
  std::size_t source = 0;
  Range shown;
};

// A block of the shown text and what its markup said of it.
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
  bool partial = false;    // a line of a row that has several: its cells go on elsewhere
  bool explained = false;  // a term: what is indented under it says what it means
  bool touches = false;    // white space, fences and directives alone part it from the one before
  CellPlace cell = CellPlace::kNone;
  Range term;  // of an entry
  Range body;
  std::vector<Range> cells;
  std::vector<CodeLine> lines;  // of what is shown as program text, also where it is none
  std::string language;         // of program text, as its markup names it
};

struct Shown {
  std::string text;  // ToBase of the slice
  std::vector<Block> blocks;
};

// Whether a slice may begin amid a program, as a chunk may.
enum class Start : std::uint8_t { kAnywhere, kDocument };

inline constexpr std::size_t kMostRecorded = 200'000;  // blocks of a slice; the rest has none

// What ToBase shows and its blocks in order. Of a whole document the blocks count, not the text:
// they follow rules that came after the base.
// Of `identity` and wikitext, whose bases know no blocks, the text alone.
Shown ShowBlocks(Base base, std::string_view slice, Start start = Start::kAnywhere);

}  // namespace arborist::markup
