// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arborist::markup {

// What a call cost, in bytes looked at: what the tests of linear time count.
struct Work {
  std::uint64_t steps = 0;
};

// The shown text, block by block. Part of every base of this folder.
class BlockWriter {
 public:
  // A paragraph or a heading: runs of white space as one space, an empty line before it.
  void Paragraph(std::string_view text) { Add(Kind::kParagraph, text); }
  // An item of a list, under the one before without an empty line.
  void Item(std::string_view text) { Add(Kind::kItem, text); }
  // The cells of a table's row, with a tab between two; rows stand under each other.
  void Row(std::span<const std::string> cells);
  // A line of program text as it is, four spaces in. Lines without a word stand only between
  // others.
  void Code(std::string_view line);

  std::string Take() { return std::move(out_); }

 private:
  enum class Kind : std::uint8_t { kNone, kParagraph, kItem, kRow, kCode };
  void Add(Kind kind, std::string_view text);
  void Begin(Kind kind);

  std::string out_;
  Kind last_ = Kind::kNone;
  bool gap_ = false;  // an empty line of code waits for the next line
};

// A line of the text, without its end.
struct Line {
  std::string_view text;   // without white space at the right
  std::size_t indent = 0;  // columns of blanks and tabs (to the next multiple of 4) before it
  std::string_view rest;   // without them
  bool blank() const { return rest.empty(); }
};

// The lines of a text: they end with U+000A, before which U+000D is dropped.
std::vector<Line> LinesOf(std::string_view text);
Line LineOf(std::string_view text);

// Whether the line has only this character, so many times at least.
bool IsRunOf(std::string_view line, char c, std::size_t least);

// -- what inline markup of all kinds has

bool IsPunctuation(char c);  // of ASCII
bool IsWordByte(char c);     // a letter or digit of ASCII, or a byte of another character

// Where the needle begins at or behind pos, within so many bytes; npos: nowhere.
inline constexpr std::size_t kLookAhead = 1024;
std::size_t FindNear(std::string_view text, std::string_view needle, std::size_t pos, Work* work);

// The length of the HTML tag or comment at pos, where `<` stands; 0: none. Sets whether it parts
// words, as a line break or a cell does.
std::size_t TagLength(std::string_view text, std::size_t pos, bool* parts_words, Work* work);

// The character reference at pos, where `&` stands, appended to out; its length, 0 for none.
std::size_t AppendEntity(std::string_view text, std::size_t pos, std::string* out);

}  // namespace arborist::markup
