// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "markup/blocks.h"
#include "markup/writer.h"

// By what a line of a text without markup is known. All of these look at one line, or at two.
namespace arborist::blocks {

using markup::Line;

std::size_t CountWords(std::string_view text);

// ``` or ~~~; '\0': none.
char FenceMark(const Line& line);
// A line of marks alone, which parts or frames.
bool IsRule(std::string_view rest);
// Whether the second line underlines the first one.
bool IsUnderlineOf(std::string_view marks, std::string_view title);

// The level that the marks of a line give it, `## a` or `== a ==`; 0: none.
int MarkedLevel(std::string_view rest);
// "3.2 Foo": the number of its parts, and its length with the blank behind; 0: none.
struct HeadingNumber {
  int parts = 0;
  std::size_t length = 0;
};
HeadingNumber HeadingNumberOf(std::string_view rest);
// A few words without a stop, or a question, which can be a title; a small letter begins only that
// of the text.
bool IsShortTitle(std::string_view rest, bool first_line);
// NAME, SEE ALSO
bool IsUpperTitle(std::string_view rest);

// The length of a bullet or a step's number with the blanks behind it; 0: none.
struct ItemMark {
  std::size_t length = 0;
  bool numbered = false;
};
ItemMark ItemMarkOf(std::string_view rest);

// -f, --force: the length of the options, up to two blanks or the end; 0: none.
std::size_t OptionLength(std::string_view rest);
// A word and, from the seventh column on, what it means, as pages of manuals have it: the length of
// the word; 0: none.
std::size_t TagLength(std::string_view rest);
// LS(1)      User Commands      LS(1): the length of the first of its parts; 0: none.
std::size_t PageTitleLength(std::string_view rest);
// Weight: 2.6 kg; the length of the key; 0: none.
std::size_t KeyLength(std::string_view rest);

// name - what it is; the length of the name; 0: none.
std::size_t DashTermLength(std::string_view rest);

// Whether the line reads like a sentence or a part of one, or like a program.
bool IsProse(std::string_view rest);
bool IsProgram(std::string_view rest);
// A comment or a mark, which may stand in a program but does not show that it is one.
bool IsProgramNote(std::string_view rest);

// -- columns (columns.cc)

// The cells of a line that has them by tabs or pipes, as bytes of the line; empty: none.
std::vector<markup::Range> MarkedCells(std::string_view rest);
// By two blanks or more, or so many.
std::vector<markup::Range> SpacedCells(std::string_view rest, std::size_t blanks = 2);
// A line of a table that shows nothing: |---|, +---+, ---- ----.
bool IsTableBorder(std::string_view rest);
// Whether cells of two lines begin at the same column.
bool AreAligned(const Line& line, const Line& other, std::size_t blanks);
// Whether cells can be the names of columns.
bool CanBeHeader(std::string_view rest, const std::vector<markup::Range>& cells);

}  // namespace arborist::blocks
