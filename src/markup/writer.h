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

// The cost of a call, in bytes looked at. Counted for the tests of linear time.
struct Work {
  std::uint64_t steps = 0;
};

// The facts that a reader knows of the next block.
struct BlockNote {
  // kHeading or kEntry; other kinds follow from the call that writes it.
  BlockKind kind = BlockKind::kParagraph;
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
  static constexpr std::size_t kHere = static_cast<std::size_t>(-1);  // the line that is being read
};

// The lines of the open block of a reader.
struct OpenLines {
  std::size_t first = BlockNote::kHere;
  std::size_t last = BlockNote::kHere;
  std::size_t indent = 0;
  // Adds a line to the block.
  void Extend(std::size_t line, std::size_t columns) {
    if (first == BlockNote::kHere) {
      first = line;
      indent = columns;
    }
    last = line;
  }
};

// Collects the shown text, block by block. Part of every base of this folder. The record beside it
// changes nothing of the text. Belongs to one reader.
class BlockWriter {
 public:
  // A paragraph or a heading: runs of white space as one space, an empty line before it.
  void Paragraph(std::string_view text) { Add(Kind::kParagraph, text); }
  // An item of a list, under the one before without an empty line.
  void Item(std::string_view text) { Add(Kind::kItem, text); }
  // The cells of a table's row, with a tab between two; each row is a line.
  void Row(std::span<const std::string> cells);
  // A line of program text as written, indented by four spaces. Empty lines are kept only between
  // others.
  void Code(std::string_view line);

  std::string Take() { return std::move(out_); }

  // -- what is recorded

  void Record(std::vector<Block>* blocks) { blocks_ = blocks; }
  bool recording() const { return blocks_ != nullptr && blocks_->size() < kMostRecorded; }
  // The line of the source that is being read.
  void AtLine(std::size_t line, std::size_t indent) {
    line_ = line;
    indent_ = indent;
  }
  BlockNote& note() { return note_; }  // of the next block only
  // Something that is not shown separates the block before from the next one.
  void Hidden() { hidden_ = true; }
  // Program text from here on is a block of its own.
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

// Whether the line consists of this character alone, at least `least` times.
bool IsRunOf(std::string_view line, char c, std::size_t least);

// -- shared by all inline markups

bool IsPunctuation(char c);  // of ASCII
bool IsWordByte(char c);     // a letter or digit of ASCII, or a byte of another character

// The first place of the needle at or after pos, looked for within kLookAhead bytes; npos: none.
// The bound makes every inline markup linear: without it a text of opening marks that never close
// would cost its length squared.
inline constexpr std::size_t kLookAhead = 1024;
std::size_t FindNear(std::string_view text, std::string_view needle, std::size_t pos, Work* work);

// The length of the HTML tag or comment at pos, where `<` is; 0: none. Sets whether it separates
// words, as a line break or a cell does.
std::size_t TagLength(std::string_view text, std::size_t pos, bool* parts_words, Work* work);

// The length of the emphasised term at the beginning of a block's text, as in `**a**: b`; 0: none.
std::size_t TermLength(std::string_view text);
// The term as shown, without the colon after it.
std::string TermOf(std::string_view shown);

// Appends the character reference at pos, where `&` is, to out. Its length; 0: there is none.
std::size_t AppendEntity(std::string_view text, std::size_t pos, std::string* out);

}  // namespace arborist::markup
