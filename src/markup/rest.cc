// SPDX-License-Identifier: AGPL-3.0-only
// The blocks of rest-base-v1 (FROZEN, docs/format/markup.md). One pass over the lines. Meaning
// depends on indentation: a directive decides over all lines that are indented more than it
// (body_), and an item or a literal block ends with its indentation. rest_inline.cc reads the text
// of a closed block.
//
// The lists of directives are part of the base; they are sorted, which is checked by the compiler.
#include "markup/rest.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/ascii.h"
#include "text/scan.h"

namespace arborist::markup {

namespace {

constexpr std::string_view kRestBullet = "\u2022 ";

// How a directive shows the text that is indented under it.
enum class Directive : std::uint8_t { kText, kCode, kHidden };

constexpr auto kCodeDirectives = std::to_array<std::string_view>(
    {"code", "code-block", "highlight", "ipython", "math", "parsed-literal", "productionlist",
     "prompt", "sourcecode", "testcode", "testoutput"});
constexpr auto kHiddenDirectives = std::to_array<std::string_view>(
    {"autoclass",     "autofunction",  "automodule",     "bibliography", "codeauthor",
     "contents",      "currentmodule", "default-role",   "digraph",      "graphviz",
     "highlightlang", "image",         "include",        "index",        "literalinclude",
     "meta",          "module",        "plot",           "raw",          "role",
     "sectionauthor", "sectnum",       "tabularcolumns", "target-notes", "toctree",
     "unicode"});
static_assert(std::ranges::is_sorted(kCodeDirectives));
static_assert(std::ranges::is_sorted(kHiddenDirectives));
// Directives that show words of their own before their argument.
constexpr auto kWordyDirectives = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"deprecated", "Deprecated since version "},
     {"versionadded", "New in version "},
     {"versionchanged", "Changed in version "}});

// Directives that describe the thing that they name, in any domain (py:function).
constexpr auto kDescribing = std::to_array<std::string_view>(
    {"attribute", "class",    "classmethod",  "cmdoption", "confval",  "data",
     "decorator", "describe", "envvar",       "exception", "function", "macro",
     "member",    "method",   "object",       "opcode",    "option",   "pdbcommand",
     "property",  "setting",  "staticmethod", "type",      "var"});
// Hidden directives that only set something for the following text.
constexpr auto kSetting =
    std::to_array<std::string_view>({"currentmodule", "default-role", "highlightlang", "index",
                                     "module", "role", "tabularcolumns"});
static_assert(std::ranges::is_sorted(kDescribing));
static_assert(std::ranges::is_sorted(kSetting));

class RestBlocks {
 public:
  RestBlocks(std::string_view text, Work* work, Start start = Start::kAnywhere,
             std::vector<Block>* blocks = nullptr)
      : work_(work), lines_(LinesOf(text)), document_(start == Start::kDocument) {
    work_->steps += text.size();
    writer_.Record(blocks);
  }

  std::string Read() {
    for (; at_ < lines_.size(); ++at_) {
      writer_.AtLine(at_, lines_[at_].indent);
      Take(lines_[at_]);
      if (!block_.empty()) open_.Extend(at_, lines_[at_].indent);
    }
    EndBlock();
    return writer_.Take();
  }

 private:
  void Take(const Line& line) {
    if (line.blank()) {
      EndBlock();
      options_ = false;
      if (body_ == Directive::kCode) writer_.Code("");
      headers_ = false;
      if (!simple_) writer_.BeginTable();
      return;
    }
    if (body_ != Directive::kText) {
      if (line.indent > body_indent_) {
        if (options_ && line.rest.starts_with(":")) return;
        options_ = false;
        if (body_ == Directive::kCode) writer_.Code(Shifted(line));
        return;
      }
      body_ = Directive::kText;
      writer_.EndCode();
    }
    if (options_ && line.rest.starts_with(":")) {
      if (line.rest.starts_with(":header-rows:")) list_table_header_ = !line.rest.ends_with(" 0");
      return;
    }
    options_ = false;
    if (list_table_ && line.indent <= list_table_indent_) list_table_ = false;
    if (Explicit(line) || Adornment(line) || TableLine(line) || Prompt(line) || Item(line)) return;
    // A term and the text indented under it are two blocks.
    if (!item_ && !joins_ && block_lines_ == 1 && line.indent > block_indent_) {
      explained_ = true;
      EndBlock();
    }
    Append(line);
  }

  static std::string Shifted(const Line& line) {
    return std::string(line.indent > 4 ? line.indent - 4 : 0, ' ').append(line.rest);
  }

  void Append(const Line& line) {
    if (block_.empty()) block_indent_ = line.indent;
    if (!block_.empty()) block_ += ' ';
    block_ += line.rest;
    ++block_lines_;
    // A literal block follows: all lines that are indented more, in which nothing is markup.
    if (line.rest.ends_with("::") && NextIsGapOrIndented(line.indent)) {
      block_.resize(block_.size() - (block_ == "::" || block_.ends_with(" ::") ? 2U : 1U));
      const std::size_t indent = line.indent;
      open_.Extend(at_, indent);
      EndBlock();
      writer_.BeginCode({});
      body_ = Directive::kCode;
      body_indent_ = indent;
    }
  }
  bool NextIsGapOrIndented(std::size_t indent) const {
    return at_ + 1 >= lines_.size() || lines_[at_ + 1].blank() || lines_[at_ + 1].indent > indent;
  }

  // Takes a line that begins with two dots: a directive, target, footnote or comment.
  bool Explicit(const Line& line) {
    if (document_ && line.rest == "::") {
      EndBlock();
      body_ = Directive::kCode;
      body_indent_ = line.indent;
      writer_.BeginCode({});
      return true;
    }
    if (line.rest.starts_with("__ ")) {
      EndBlock();
      writer_.Hidden();
      return true;
    }
    if (line.rest != ".." && !line.rest.starts_with(".. ")) return false;
    EndBlock();
    const std::string_view text = text::Strip(line.rest.substr(2));
    body_indent_ = line.indent;
    options_ = true;
    const std::size_t colons = text.find("::");
    if (text.starts_with("[")) {
      const std::size_t close = text.find(']');
      options_ = false;
      if (close != std::string_view::npos) block_ = text::Strip(text.substr(close + 1));
      item_ = true;  // the text indented under it goes on with it
      return true;
    }
    const bool directive = colons != std::string_view::npos && colons > 0 &&
                           !text.substr(0, colons).contains(' ') && !text.starts_with("_");
    if (!directive) {
      writer_.Hidden();
      body_ = Directive::kHidden;
      options_ = false;
      return true;
    }
    const std::string_view name = text.substr(0, colons);
    const std::string_view argument = text::Strip(text.substr(colons + 2));
    if (std::ranges::binary_search(kCodeDirectives, name)) {
      body_ = Directive::kCode;
      writer_.BeginCode(name == "math" || name == "productionlist" ? name : argument);
    } else if (std::ranges::binary_search(kHiddenDirectives, name)) {
      body_ = Directive::kHidden;
      if (!std::ranges::binary_search(kSetting, name)) writer_.Hidden();
    } else if (name != "figure") {
      const auto words = std::ranges::find(kWordyDirectives, name,
                                           &std::pair<std::string_view, std::string_view>::first);
      std::string shown(words == kWordyDirectives.end() ? "" : words->second);
      block_ = shown.append(argument);
      joins_ = true;  // the text indented under it goes on with it
      explained_ = std::ranges::binary_search(kDescribing, name.substr(name.rfind(':') + 1));
      list_table_ = name == "list-table";
      list_table_header_ = false;
      list_table_rows_ = 0;
      list_table_indent_ = line.indent;
      if (list_table_) writer_.BeginTable();
    } else {
      writer_.Hidden();
    }
    return true;
  }

  // The line under or over a title, and a line between parts.
  bool Adornment(const Line& line) {
    const char mark = line.rest[0];
    if (!IsPunctuation(mark) || !IsRunOf(line.rest, mark, line.rest == "::" ? 3 : 2)) return false;
    if (line.rest.size() < 3 && block_.size() > line.rest.size()) return false;
    if (!block_.empty() && !item_ && !joins_ && block_lines_ == 1 && line.indent == 0) {
      title_ = LevelOf(mark, overline_ != 0 && overline_ == at_ - 1 && overline_mark_ == mark);
    } else {
      writer_.Hidden();
    }
    EndBlock();
    overline_ = at_ + 1;
    overline_mark_ = mark;
    return true;
  }

  // The level of a style of titles (its mark, and whether it is above too): styles have levels in
  // the order in which they first occur.
  int LevelOf(char mark, bool over) {
    const std::pair<char, bool> style{mark, over};
    const auto known = std::ranges::find(styles_, style);
    const auto level = known - styles_.begin() + 1;
    if (known == styles_.end()) styles_.push_back(style);
    return static_cast<int>(level);
  }

  // Takes a line of a table. Borders show nothing, cells are put side by side.
  bool TableLine(const Line& line) {
    const std::string_view rest = line.rest;
    if (simple_ && rest.size() > 4 && rest.find_first_not_of("- ") == std::string_view::npos) {
      return true;
    }
    const bool border =
        (rest.starts_with("+") || rest.starts_with("=")) && rest.size() > 4 &&
        rest.find_first_not_of(rest[0] == '+' ? "+-=| " : "= ") == std::string_view::npos;
    if (border) {
      EndBlock();
      const bool goes_on = simple_;
      simple_ = rest[0] == '=' && NextIsRow();
      if (rest.contains('=') && (rest[0] == '+' || (goes_on && simple_))) {
        writer_.EndHeader();
      } else if (rest[0] == '=') {
        writer_.BeginTable();
      }
      return true;
    }
    if (rest.starts_with("|") && rest.size() > 1 && (rest.ends_with("|") || rest[1] == ' ')) {
      EndBlock();
      if (rest.ends_with("|")) {
        GoesOn(true);
        WriteCells(rest, "|");
      } else {
        writer_.Item(RestInline(rest.substr(1), work_));  // a line of a line block
      }
      return true;
    }
    if (!simple_ || !block_.empty() || !rest.contains("  ")) return false;
    GoesOn(line.indent > row_indent_);
    if (row_line_ + 1 != at_) row_indent_ = line.indent;
    WriteCells(rest, "  ");
    return true;
  }
  bool NextIsRow() const { return at_ + 1 < lines_.size() && lines_[at_ + 1].rest.contains("  "); }
  // Notes that this line belongs to the row of the line before, if it does.
  void GoesOn(bool same_row) {
    if (!same_row || row_line_ + 1 != at_) return;
    writer_.GoesOn();
    writer_.note() = {.partial = true};
  }
  void WriteCells(std::string_view row, std::string_view between) {
    row_line_ = at_;
    std::vector<std::string> cells;
    for (std::size_t pos = 0; pos <= row.size();) {
      const std::size_t end = std::min(row.find(between, pos), row.size());
      cells.push_back(RestInline(text::Strip(row.substr(pos, end - pos)), work_));
      pos = end + between.size();
    }
    writer_.Row(cells);
  }

  // Takes a session of an interpreter: from >>> to the next empty line.
  bool Prompt(const Line& line) {
    if (!line.rest.starts_with(">>> ")) return false;
    EndBlock();
    for (; at_ < lines_.size() && !lines_[at_].blank(); ++at_) {
      writer_.AtLine(at_, lines_[at_].indent);
      writer_.Code(lines_[at_].rest);
    }
    --at_;
    return true;
  }

  bool Item(const Line& line) {
    const std::string_view rest = line.rest;
    if (Field(line)) return true;
    std::size_t mark = 0;
    if (std::string_view("-*+").contains(rest[0]) && (rest.size() == 1 || rest[1] == ' ')) mark = 1;
    if (rest.starts_with("#. ")) mark = 2;
    if (rest.starts_with(kRestBullet)) mark = kRestBullet.size();
    if (mark == 0 && !IsNumbered(rest)) return false;
    // A line within a paragraph may begin with a number or a dash by chance.
    if (!block_.empty() && !item_ && line.indent == block_indent_) return false;
    EndBlock();
    if (list_table_) BeginCell(line);
    item_ = true;
    number_ = mark == 0 || rest[0] == '#';
    numbered_ = mark == 0;
    block_indent_ = line.indent;
    Append(LineOf(rest.substr(mark)));
    return true;
  }
  // Notes the place of a cell of a list-table: "* -" begins a row, "-" another cell.
  void BeginCell(const Line& line) {
    if (line.rest.starts_with("* ")) {
      cell_ = CellPlace::kFirst;
      cell_indent_ = line.indent + 2;
      ++list_table_rows_;
    } else if (line.indent == cell_indent_) {
      cell_ = CellPlace::kNext;
    }
    header_ = cell_ != CellPlace::kNone && list_table_header_ && list_table_rows_ == 1;
  }
  static bool IsNumbered(std::string_view rest) {
    std::size_t digits = 0;
    while (digits < rest.size() && digits < 9 && IsAsciiDigit(rest[digits])) ++digits;
    return digits > 0 && digits + 1 < rest.size() && (rest[digits] == '.' || rest[digits] == ')') &&
           rest[digits + 1] == ' ';
  }

  // Takes `:Author: name`, and `Author: name` at the head of a text.
  bool Field(const Line& line) {
    std::string_view rest = line.rest;
    std::size_t colon = std::string_view::npos;
    if (rest.starts_with(":")) {
      colon = rest.find(": ", 1);
      if (colon == std::string_view::npos && rest.ends_with(":")) colon = rest.size() - 1;
      if (colon == std::string_view::npos || rest.substr(1, colon - 1).contains('`')) return false;
      rest.remove_prefix(1);
    } else {
      if (!headers_ || line.indent > 0) return false;
      colon = rest.find(": ");
      if (colon == std::string_view::npos || colon > 24 || rest.substr(0, colon).contains(' ')) {
        return false;
      }
    }
    EndBlock();
    if (writer_.recording()) {
      term_ = RestInline(rest.substr(0, colon - (line.rest.size() - rest.size())), work_);
    }
    item_ = true;
    numbered_ = true;
    block_indent_ = line.indent;
    Append(LineOf(rest));
    return true;
  }

  void EndBlock() {
    const std::string block = std::exchange(block_, {});
    const bool item = std::exchange(item_, false);
    const bool plain = std::exchange(numbered_, false);
    if (writer_.recording() && term_.empty()) {
      if (const std::size_t term = TermLength(block); term > 0) {
        term_ = TermOf(RestInline(block.substr(0, term), work_));
      }
    }
    BlockNote note = NoteOfBlock();
    block_lines_ = 0;
    joins_ = false;
    if (block.empty()) return;
    const std::string text = RestInline(block, work_);
    writer_.note() = std::move(note);
    if (!item) return writer_.Paragraph(text);
    if (text::Strip(text).empty()) return;
    writer_.Item(plain ? text : std::string(kRestBullet) + text);
  }
  BlockNote NoteOfBlock() {
    const OpenLines open = std::exchange(open_, {});
    const int title = std::exchange(title_, 0);
    return {.kind = title > 0 ? BlockKind::kHeading : BlockKind::kParagraph,
            .first_line = open.first,
            .last_line = open.last,
            .indent = open.indent,
            .level = title,
            .numbered = std::exchange(number_, false),
            .explained = std::exchange(explained_, false),
            .header = std::exchange(header_, false),
            .cell = std::exchange(cell_, CellPlace::kNone),
            .term = std::exchange(term_, {})};
  }

  Work* work_;
  std::vector<Line> lines_;
  // Reads a document, where `::` alone begins a literal block; the base shows it as an item.
  bool document_;
  std::size_t at_ = 0;
  BlockWriter writer_;
  std::string block_;
  std::size_t block_indent_ = 0;
  std::size_t block_lines_ = 0;
  bool item_ = false;
  bool joins_ = false;     // a directive's argument, with which the indented text goes on
  bool numbered_ = false;  // without a bullet of its own
  bool options_ = false;   // options of a directive may follow
  bool simple_ = false;    // rows of a table without lines between the columns
  bool headers_ = true;    // the line is at the head of the text
  Directive body_ = Directive::kText;
  std::size_t body_indent_ = 0;

  // The record of the open block and of the table.
  OpenLines open_;
  int title_ = 0;  // the level of the heading that the block is
  bool number_ = false;
  bool explained_ = false;
  bool header_ = false;
  CellPlace cell_ = CellPlace::kNone;
  std::string term_;
  std::vector<std::pair<char, bool>> styles_;  // of titles: their mark, and whether it is above too
  std::size_t overline_ = 0;                   // number of the line after the last line of marks
  char overline_mark_ = 0;
  std::size_t row_line_ = BlockNote::kHere - 1;
  std::size_t row_indent_ = 0;
  bool list_table_ = false;
  bool list_table_header_ = false;
  std::size_t list_table_indent_ = 0;
  std::size_t list_table_rows_ = 0;
  std::size_t cell_indent_ = 0;
};

}  // namespace

std::string RestToBase(std::string_view slice, Work* work) {
  Work own;
  return RestBlocks(slice, work != nullptr ? work : &own).Read();
}

std::string RestBlocksOf(std::string_view slice, Start start, std::vector<Block>* blocks) {
  Work work;
  return RestBlocks(slice, &work, start, blocks).Read();
}

}  // namespace arborist::markup
