// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reading/reading.h"

// A page as the library gives it, in our own types: the rest of the folder needs no library.
namespace arborist::pdf {

struct Box {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;  // y grows downwards
};

struct Glyph {
  char32_t c = 0;
  float begin = 0;  // along the baseline of its segment
  float end = 0;
  float size = 0;
  std::uint32_t font = 0;  // in Page::fonts
};

// Glyphs side by side on one baseline, in the order in which they were drawn.
struct Segment {
  std::size_t first = 0;  // in Page::glyphs
  std::size_t count = 0;
  std::uint32_t block = 0;  // consecutive segments of one block belong together
  float direction_x = 1;    // of the baseline
  float direction_y = 0;
  float baseline = 0;        // distance across the baseline
  float begin = 0, end = 0;  // along it
  float size = 0;            // of the largest glyph
  Box box = {};
};

// A comment or the value of a field.
struct Note {
  reading::AnchorKind kind = reading::AnchorKind::kNote;
  std::string label;  // "note by Ann", "field Name"
  std::string text;
};

struct Page {
  Box box = {};
  std::vector<Glyph> glyphs;
  std::vector<Segment> segments;
  std::vector<std::string> fonts;
  std::vector<Note> notes;
  std::vector<std::string> links;
  std::uint64_t images = 0;
  std::uint64_t outside = 0;     // characters that the crop box hides
  std::uint64_t hidden = 0;      // characters that are white on white, tiny or not drawn
  std::uint64_t ink = 0;         // characters but spaces
  std::uint64_t unreadable = 0;  // of these: without a character that is known
  std::uint64_t doubled = 0;     // printed twice, taken once

  std::span<const Glyph> GlyphsOf(const Segment& segment) const {
    return std::span(glyphs).subspan(segment.first, segment.count);
  }
};

// A line of text with what the order of lines and paragraphs needs to know of it.
struct Line {
  std::string text;
  Box box = {};
  float size = 0;
  std::uint32_t first_font = 0;  // in Page::fonts
  enum class Fonts : std::uint8_t { kOne, kSeveral } fonts = Fonts::kOne;
  enum class Start : std::uint8_t { kLine, kParagraph } start = Start::kLine;
  enum class Role : std::uint8_t { kText, kRunningHead } role = Role::kText;
};

}  // namespace arborist::pdf
