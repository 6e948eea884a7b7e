// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "markup/blocks.h"

namespace arborist::markup {

// What a call cost, in bytes looked at: what the tests of linear time count.
struct Work {
  std::uint64_t steps = 0;
};

// What a reader knows of the block that it writes next.
struct BlockNote {
  BlockKind kind = BlockKind::kParagraph;  // kHeading or kEntry; else by how it is written
  std::size_t first_line = kHere;
  std::size_t last_line = kHere;
  std::size_t indent = kHere;
  int level = 0;
  bool numbered = false;
  bool explained = false;
  bool partial = false;
  bool header = false;
  CellPlace cell = CellPlace::kNone;
  std::string term = {};                                              // as shown
  static constexpr std::size_t kHere = static_cast<std::size_t>(-1);  // the line that is read
};

// The lines of the block that a reader has open.
struct OpenLines {
  std::size_t first = BlockNote::kHere;
  std::size_t last = BlockNote::kHere;
  std::size_t indent = 0;
  // The block has text from this line too.
  void Extend(std::size_t line, std::size_t columns) {
    if (first == BlockNote::kHere) {
      first = line;
      indent = columns;
    }
    last = line;
  }
};

// The shown text, block by block. Part of every base of this folder. What is recorded beside it
// changes nothing of the text.
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

  // -- what is recorded

  void Record(std::vector<Block>* blocks) { blocks_ = blocks; }
  bool recording() const { return blocks_ != nullptr && blocks_->size() < kMostRecorded; }
  // The line of the source that is read.
  void AtLine(std::size_t line, std::size_t indent) {
    line_ = line;
    indent_ = indent;
  }
  BlockNote& note() { return note_; }  // of the next block, and of no other
  // Something that is not shown parts the blocks before and behind.
  void Hidden() { hidden_ = true; }
  // What is written as program text from here on is a block of its own.
  void BeginCode(std::string_view language);
  void EndCode() { BeginCode({}); }
  void CodeIsProse(bool prose) { prose_ = prose; }
  void BeginTable() { table_ = kNoTable; }
  // The rows of the table so far name its columns.
  void EndHeader();
  // The row before goes on in the next one.
  void GoesOn();

 private:
  enum class Kind : std::uint8_t { kNone, kParagraph, kItem, kRow, kCode };
  static constexpr std::size_t kNoTable = static_cast<std::size_t>(-1);
  void Add(Kind kind, std::string_view text);
  void Begin(Kind kind);
  Block& NewBlock(Kind kind, std::size_t begin);
  void RecordText(Kind kind, std::size_t begin);
  void RecordCode(std::string_view line, bool gap);

  std::string out_;
  Kind last_ = Kind::kNone;
  bool gap_ = false;  // an empty line of code waits for the next line

  std::vector<Block>* blocks_ = nullptr;
  std::size_t line_ = 0;
  std::size_t indent_ = 0;
  BlockNote note_;
  bool hidden_ = false;
  bool new_code_ = true;
  bool prose_ = false;
  std::string language_;
  std::size_t table_ = kNoTable;  // the block with which the table began
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

// The length of the emphasised term with which the text of a block begins, as in `**a**: b`; 0:
// none. And the term from what is shown of it, without the colon behind it.
std::size_t TermLength(std::string_view text);
std::string TermOf(std::string_view shown);

// The character reference at pos, where `&` stands, appended to out; its length, 0 for none.
std::size_t AppendEntity(std::string_view text, std::size_t pos, std::string* out);

}  // namespace arborist::markup
