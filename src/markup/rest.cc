// SPDX-License-Identifier: AGPL-3.0-only
// rest-base-v1: the blocks.
#include "markup/rest.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/ascii.h"
#include "text/scan.h"

namespace arborist::markup {

namespace {

constexpr std::string_view kRestBullet = "\u2022 ";

// What a directive shows of itself and of what is indented under it.
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
// Directives that stand for words.
constexpr auto kWordyDirectives = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"deprecated", "Deprecated since version "},
     {"versionadded", "New in version "},
     {"versionchanged", "Changed in version "}});

class RestBlocks {
 public:
  RestBlocks(std::string_view text, Work* work) : work_(work), lines_(LinesOf(text)) {
    work_->steps += text.size();
  }

  std::string Read() {
    for (; at_ < lines_.size(); ++at_) Take(lines_[at_]);
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
    }
    if (options_ && line.rest.starts_with(":")) return;
    options_ = false;
    if (Explicit(line) || Adornment(line) || TableLine(line) || Prompt(line) || Item(line)) return;
    // A term and what is indented under it are two blocks.
    if (!item_ && !joins_ && block_lines_ == 1 && line.indent > block_indent_) EndBlock();
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
    // In literal text nothing is markup; it is what is indented more.
    if (line.rest.ends_with("::") && NextIsGapOrIndented(line.indent)) {
      block_.resize(block_.size() - (block_ == "::" || block_.ends_with(" ::") ? 2U : 1U));
      const std::size_t indent = line.indent;
      EndBlock();
      body_ = Directive::kCode;
      body_indent_ = indent;
    }
  }
  bool NextIsGapOrIndented(std::size_t indent) const {
    return at_ + 1 >= lines_.size() || lines_[at_ + 1].blank() || lines_[at_ + 1].indent > indent;
  }

  // .. what begins with two dots: directives, targets, footnotes, comments.
  bool Explicit(const Line& line) {
    if (line.rest.starts_with("__ ")) {
      EndBlock();
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
      item_ = true;  // what is indented goes on with it
      return true;
    }
    const bool directive = colons != std::string_view::npos && colons > 0 &&
                           !text.substr(0, colons).contains(' ') && !text.starts_with("_");
    if (!directive) {
      body_ = Directive::kHidden;
      options_ = false;
      return true;
    }
    const std::string_view name = text.substr(0, colons);
    const std::string_view argument = text::Strip(text.substr(colons + 2));
    if (std::ranges::binary_search(kCodeDirectives, name)) {
      body_ = Directive::kCode;
    } else if (std::ranges::binary_search(kHiddenDirectives, name)) {
      body_ = Directive::kHidden;
    } else if (name != "figure") {
      const auto words = std::ranges::find(kWordyDirectives, name,
                                           &std::pair<std::string_view, std::string_view>::first);
      std::string shown(words == kWordyDirectives.end() ? "" : words->second);
      block_ = shown.append(argument);
      joins_ = true;  // what is indented under it goes on with it
    }
    return true;
  }

  // The line under or over a title, and a line between parts.
  bool Adornment(const Line& line) {
    const char mark = line.rest[0];
    if (!IsPunctuation(mark) || !IsRunOf(line.rest, mark, line.rest == "::" ? 3 : 2)) return false;
    if (line.rest.size() < 3 && block_.size() > line.rest.size()) return false;
    EndBlock();
    return true;
  }

  // Lines of tables: borders show nothing, cells stand side by side.
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
      simple_ = rest[0] == '=' && NextIsRow();
      return true;
    }
    if (rest.starts_with("|") && rest.size() > 1 && (rest.ends_with("|") || rest[1] == ' ')) {
      EndBlock();
      if (rest.ends_with("|")) {
        WriteCells(rest, "|");
      } else {
        writer_.Item(RestInline(rest.substr(1), work_));  // a line that keeps its end
      }
      return true;
    }
    if (!simple_ || !block_.empty() || !rest.contains("  ")) return false;
    WriteCells(rest, "  ");
    return true;
  }
  bool NextIsRow() const { return at_ + 1 < lines_.size() && lines_[at_ + 1].rest.contains("  "); }
  void WriteCells(std::string_view row, std::string_view between) {
    std::vector<std::string> cells;
    for (std::size_t pos = 0; pos <= row.size();) {
      const std::size_t end = std::min(row.find(between, pos), row.size());
      cells.push_back(RestInline(text::Strip(row.substr(pos, end - pos)), work_));
      pos = end + between.size();
    }
    writer_.Row(cells);
  }

  // >>> what was typed, and what came out.
  bool Prompt(const Line& line) {
    if (!line.rest.starts_with(">>> ")) return false;
    EndBlock();
    for (; at_ < lines_.size() && !lines_[at_].blank(); ++at_) writer_.Code(lines_[at_].rest);
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
    // A line of a paragraph may begin with a number or a dash by chance.
    if (!block_.empty() && !item_ && line.indent == block_indent_) return false;
    EndBlock();
    item_ = true;
    numbered_ = mark == 0;
    block_indent_ = line.indent;
    Append(LineOf(rest.substr(mark)));
    return true;
  }
  static bool IsNumbered(std::string_view rest) {
    std::size_t digits = 0;
    while (digits < rest.size() && digits < 9 && IsAsciiDigit(rest[digits])) ++digits;
    return digits > 0 && digits + 1 < rest.size() && (rest[digits] == '.' || rest[digits] == ')') &&
           rest[digits + 1] == ' ';
  }

  // :Author: name; and "Author: name" at the head of a text.
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
    block_lines_ = 0;
    joins_ = false;
    if (block.empty()) return;
    const std::string text = RestInline(block, work_);
    if (!item) return writer_.Paragraph(text);
    if (text::Strip(text).empty()) return;
    writer_.Item(plain ? text : std::string(kRestBullet) + text);
  }

  Work* work_;
  std::vector<Line> lines_;
  std::size_t at_ = 0;
  BlockWriter writer_;
  std::string block_;
  std::size_t block_indent_ = 0;
  std::size_t block_lines_ = 0;
  bool item_ = false;
  bool joins_ = false;     // of a directive
  bool numbered_ = false;  // without a bullet of its own
  bool options_ = false;   // of a directive follow
  bool simple_ = false;    // rows of a table without lines between the columns
  bool headers_ = true;    // at the head of the text
  Directive body_ = Directive::kText;
  std::size_t body_indent_ = 0;
};

}  // namespace

std::string RestToBase(std::string_view slice, Work* work) {
  Work own;
  return RestBlocks(slice, work != nullptr ? work : &own).Read();
}

}  // namespace arborist::markup
