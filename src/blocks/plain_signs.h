// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "markup/blocks.h"
#include "markup/writer.h"

// Signs by which a line of a text without markup is known. All of these look at one line, or at
// two. Pure.
namespace arborist::blocks {

using markup::Line;

std::size_t CountWords(std::string_view text);

// The mark of a fence, ` or ~; '\0': none.
char FenceMark(const Line& line);
// Whether a line has marks alone, and so separates or frames.
bool IsRule(std::string_view rest);
// Whether the second line underlines the first one.
bool IsUnderlineOf(std::string_view marks, std::string_view title);

// The level that the marks of a line give it, `## a` or `== a ==`; 0: none.
int MarkedLevel(std::string_view rest);
// The number before a heading, "3.2 Foo": how many parts it has, and its length with the blank
// after it; 0: none.
struct HeadingNumber {
  int parts = 0;
  std::size_t length = 0;
};
HeadingNumber HeadingNumberOf(std::string_view rest);
// Whether a line may be a title: a few words without a full stop, or a question. Only the title of
// the whole text may begin with a small letter.
bool IsShortTitle(std::string_view rest, bool first_line);
// Whether a line is a title in capitals: NAME, SEE ALSO.
bool IsUpperTitle(std::string_view rest);

// The length of a bullet or a number with the blanks after it; 0: none.
struct ItemMark {
  std::size_t length = 0;
  bool numbered = false;
};
ItemMark ItemMarkOf(std::string_view rest);

// The length of the options at the beginning of a line (-f, --force), up to two blanks or the end;
// 0: none.
std::size_t OptionLength(std::string_view rest);
// The length of a word whose meaning begins in the seventh column, as in pages of manuals; 0: none.
std::size_t TagLength(std::string_view rest);
// The length of the first part of a line like "LS(1)      User Commands      LS(1)"; 0: none.
std::size_t PageTitleLength(std::string_view rest);
// The length of the key of "Weight: 2.6 kg"; 0: none.
std::size_t KeyLength(std::string_view rest);

// The length of the name in "name - its meaning"; 0: none.
std::size_t DashTermLength(std::string_view rest);

// Whether the line reads like a sentence or a part of one; like a program.
bool IsProse(std::string_view rest);
bool IsProgram(std::string_view rest);
// Whether the line is a comment or mark, which may be in a program but does not show that it is
// one.
bool IsProgramNote(std::string_view rest);

// -- columns (columns.cc)

// The cells of a line between tabs or pipes, as bytes of the line; empty: none.
std::vector<markup::Range> MarkedCells(std::string_view rest);
// The cells of a line between two blanks or more, or at least `blanks`.
std::vector<markup::Range> SpacedCells(std::string_view rest, std::size_t blanks = 2);
// Whether a line is a border of a table: |---|, +---+, ---- ----.
bool IsTableBorder(std::string_view rest);
// Whether cells of two lines begin at the same column.
bool AreAligned(const Line& line, const Line& other, std::size_t blanks);
// Whether cells can be the names of columns.
bool CanBeHeader(std::string_view rest, const std::vector<markup::Range>& cells);

}  // namespace arborist::blocks
