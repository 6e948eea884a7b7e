// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "blocks/blocks.h"
#include "markup/blocks.h"

namespace arborist::blocks {

using markup::CellPlace;
using markup::Range;

// The range of one chunk that shows one block of the document, before blocks are related to each
// other.
struct Part {
  Kind kind = Kind::kParagraph;
  std::uint32_t chunk = 0;  // its place among the chunks of the run
  Range shown;              // bytes of the chunk's base
  std::size_t first = 0;    // numbers of the first and last of the document's blocks that it shows
  std::size_t last = 0;
  std::size_t indent = 0;
  int level = 0;
  bool numbered = false;
  bool header = false;
  bool starts = false;
  bool partial = false;
  bool explained = false;
  bool touches = false;  // see markup::Block
  CellPlace cell = CellPlace::kNone;
  Range term;
  Range body;
  std::vector<Range> cells;
  std::string language;
};

// The parts of a run of chunks, in order. Blocks are numbered from 0 within the run.
struct Parts {
  std::vector<std::string> bases;  // of the chunks
  std::vector<Part> parts;
  bool cut_short = false;
};

// Markdown, reStructuredText and AsciiDoc.
Parts ReadMarkup(markup::Base base, std::span<const std::string_view> slices);
// Texts without markup, by the look of their lines.
Parts ReadPlain(std::span<const std::string_view> slices);
// The blocks of a text without markup, as ranges of it.
std::vector<Part> PlainBlocks(std::string_view text);
Parts ReadWikitext(std::span<const std::string_view> slices);

// Joins terms with their explanations, and the cells of a row.
void JoinParts(std::span<const std::string> bases, std::vector<Part>* parts);

// The range without white space at its ends.
Range Stripped(std::string_view text, Range range);

// Relates the parts: headings, leads, positions, sentences, code points.
void Relate(std::vector<Part> parts, Reading* reading);

}  // namespace arborist::blocks
