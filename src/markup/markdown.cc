// SPDX-License-Identifier: AGPL-3.0-only
// The blocks of markdown-base-v1 (FROZEN, docs/format/markup.md). One pass over the lines, with the
// state of what is open: a fence, a hidden range, a paragraph or item. markdown_inline.cc reads the
// text of a closed block.
//
// A chunk may begin amid a program, so that the meaning of every fence in it would be turned round.
// The first fence is taken for a closing one where the second one can only open (BeginInside); in
// program text a fence that can only open shows that the one before was closed (TakeCode). Front
// matter and hidden ranges are looked for within 200 lines, so that a mark without an end costs a
// bounded search.
#include "markup/markdown.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "text/scan.h"

namespace arborist::markup {

namespace {

constexpr std::size_t kMostFrontMatter = 200;  // lines
constexpr std::size_t kDeepestQuote = 16;
constexpr std::string_view kBullet = "\u2022 ";

struct Fence {
  char mark = 0;  // 0: none
  std::size_t length = 0;
  bool named = false;   // ```sh: it can only open
  bool quoted = false;  // it is inside a quotation
};

Fence FenceOf(const Line& line) {
  if (line.rest.empty() || (line.rest[0] != '`' && line.rest[0] != '~')) return {};
  const char mark = line.rest[0];
  const std::size_t length = std::min(line.rest.find_first_not_of(mark), line.rest.size());
  const std::string_view info = line.rest.substr(length);
  if (length < 3 || (mark == '`' && info.contains('`'))) return {};
  return {.mark = mark, .length = length, .named = !info.empty()};
}

class MarkdownBlocks {
 public:
  MarkdownBlocks(std::string_view text, Work* work, Start start = Start::kAnywhere,
                 std::vector<Block>* blocks = nullptr)
      : work_(work), lines_(LinesOf(text)) {
    work_->steps += text.size();
    writer_.Record(blocks);
    if (start == Start::kAnywhere) BeginInside();
  }

  std::string Read() {
    at_ = FrontMatter();
    for (; at_ < lines_.size(); ++at_) {
      // A mark of a quotation may be before any line, also before code.
      Line line = lines_[at_];
      quoted_ = line.indent < 4 && line.rest.starts_with(">");
      const bool code = fence_.mark != 0 && !fence_.quoted;
      for (std::size_t i = 0; !code && i < kDeepestQuote && line.indent < 4; ++i) {
        if (!line.rest.starts_with(">")) break;
        line = LineOf(line.rest.substr(1));
      }
      writer_.AtLine(at_, line.indent);
      Take(line);
      if (!block_.empty()) open_.Extend(at_, line.indent);
    }
    EndBlock();
    return writer_.Take();
  }

 private:
  // A slice may begin amid a program, and then its first fence closes. Assumed where the first
  // fence has no name and the second one has, because a fence with a name can only open.
  void BeginInside() {
    Fence first;
    for (const Line& line : lines_) {
      const Fence fence = FenceOf(line);
      if (fence.mark == 0) continue;
      if (first.mark == 0) {
        if (fence.named) return;
        first = fence;
        continue;
      }
      if (fence.named && fence.mark == first.mark) fence_ = first;
      return;
    }
  }

  // The number of lines of YAML or TOML before the text.
  std::size_t FrontMatter() const {
    if (lines_.empty() || (lines_[0].text != "---" && lines_[0].text != "+++")) return 0;
    const std::size_t limit = std::min(lines_.size(), kMostFrontMatter);
    bool has_field = false;
    for (std::size_t i = 1; i < limit; ++i) {
      if (lines_[i].text == lines_[0].text) return has_field ? i + 1 : 0;
      has_field = has_field || lines_[i].text.find_first_of(":=") != std::string_view::npos;
    }
    return 0;
  }

  void Take(const Line& line) {
    if (fence_.mark != 0) return TakeCode(line);
    if (hidden_until_.empty() && !line.blank()) Hide(line);
    if (!hidden_until_.empty()) {
      const std::size_t end = line.rest.find(hidden_until_);
      if (end == std::string_view::npos) return;
      block_ = text::Strip(line.rest.substr(end + hidden_until_.size()));
      hidden_until_ = {};
      return;
    }
    if (line.blank()) {
      EndBlock();
      table_ = false;
      writer_.BeginTable();
      after_blank_ = true;
      return;
    }
    const bool after_blank = std::exchange(after_blank_, false);
    if (const Fence fence = FenceOf(line); fence.mark != 0) {
      EndBlock();
      fence_ = fence;
      writer_.BeginCode(LanguageOf(line, fence));
      fence_.quoted = quoted_;
      return;
    }
    if (line.indent >= 4 && block_.empty() && !list_) {
      writer_.CodeIsProse(admonition_);
      return writer_.Code(std::string(line.indent - 4, ' ').append(line.rest));
    }
    if (line.indent == 0 && after_blank && !IsItem(line.rest)) list_ = false;
    if (line.indent < 4) admonition_ = IsAdmonition(line.rest);
    if (block_.empty() || item_) {
      definition_ = 0;
    } else if (open_.first == open_.last && line.rest.starts_with(": ")) {
      definition_ = block_.size();  // a term, then its meaning after a colon
    }
    if (Heading(line) || Rule(line) || Table(line) || Dropped(line) || Item(line)) return;
    if (!block_.empty()) block_ += ' ';
    block_ += line.rest;
  }

  // Takes a line of program text. A fence with a name can only open: the open program was closed
  // out of sight.
  void TakeCode(const Line& line) {
    const Fence fence = FenceOf(line);
    if (fence.mark == fence_.mark && fence.length >= fence_.length) {
      fence_ = fence.named ? fence : Fence{};
      writer_.BeginCode(fence.named ? LanguageOf(line, fence) : std::string_view());
      return;
    }
    writer_.CodeIsProse(false);
    writer_.Code(line.text);
  }
  static std::string_view LanguageOf(const Line& line, const Fence& fence) {
    const std::string_view info = text::Strip(line.rest.substr(fence.length));
    return info.substr(0, info.find_first_of(" ,{\t"));
  }
  // !!! note: the text indented under it is prose.
  static bool IsAdmonition(std::string_view rest) {
    return rest.starts_with("!!! ") || rest.starts_with("???") || rest.starts_with("=== \"");
  }

  // Begins a hidden range (a comment, script or style) if a line within reach ends it.
  void Hide(const Line& line) {
    constexpr auto kHidden = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"<!--", "-->"}, {"<script", "</script>"}, {"<style", "</style>"}});
    for (const auto& [begin, end] : kHidden) {
      if (!StartsWithIgnoringCase(line.rest, begin)) continue;
      const std::size_t close = line.rest.find(end);
      if (close != std::string_view::npos && end == "-->") return;  // on one line: as inline
      for (std::size_t i = at_; i < lines_.size() && i < at_ + kMostFrontMatter; ++i) {
        work_->steps += lines_[i].rest.size();
        if (!lines_[i].rest.contains(end)) continue;
        EndBlock();
        writer_.Hidden();
        hidden_until_ = end;
        return;
      }
    }
  }

  bool Heading(const Line& line) {
    const std::size_t level = std::min(line.rest.find_first_not_of('#'), line.rest.size());
    if (level < 1 || level > 6) return false;
    if (level < line.rest.size() && !IsAsciiSpace(line.rest[level])) return false;
    std::string_view title = text::Strip(line.rest.substr(level));
    const std::size_t last = title.find_last_not_of('#');
    if (last == std::string_view::npos) {
      title = {};
    } else if (last + 1 < title.size() && IsAsciiSpace(title[last])) {
      title = text::StripRight(title.substr(0, last));
    }
    EndBlock();
    list_ = false;
    writer_.note() = {.kind = BlockKind::kHeading, .level = static_cast<int>(level)};
    writer_.Paragraph(MarkdownInline(title, work_));
    return true;
  }

  // Takes a rule (---, * * *, ___) or the line under a heading.
  bool Rule(const Line& line) {
    const char mark = line.rest[0];
    if (!block_.empty() && !item_ && (mark == '=' || mark == '-') && IsRunOf(line.rest, mark, 2)) {
      constexpr std::size_t kLongTitle = 120;
      if (open_.first == open_.last || block_.size() <= kLongTitle) title_ = mark == '=' ? 1 : 2;
      EndBlock();
      return true;
    }
    if (mark != '-' && mark != '*' && mark != '_') return false;
    std::size_t count = 0;
    for (const char c : line.rest) {
      if (c != mark && !IsAsciiSpace(c)) return false;
      if (c == mark) ++count;
    }
    if (count < 3) return false;
    EndBlock();
    writer_.Hidden();
    return true;
  }

  static bool IsDelimiterRow(std::string_view row) {
    return row.contains('-') && row.contains('|') &&
           row.find_first_not_of("|:- \t") == std::string_view::npos;
  }
  bool Table(const Line& line) {
    if (IsDelimiterRow(line.rest)) {
      EndBlock();
      writer_.EndHeader();
      return table_ = true;
    }
    const bool heads =
        at_ + 1 < lines_.size() && line.rest.contains('|') && IsDelimiterRow(lines_[at_ + 1].rest);
    if (!heads && !line.rest.starts_with("|") && !(table_ && line.rest.contains('|'))) {
      table_ = false;
      return false;
    }
    EndBlock();
    if (heads) writer_.BeginTable();
    std::vector<std::string> cells;
    std::string cell;
    for (std::size_t i = 0; i < line.rest.size(); ++i) {
      if (line.rest[i] == '\\' && i + 1 < line.rest.size() && line.rest[i + 1] == '|') {
        cell += line.rest[++i];
      } else if (line.rest[i] == '|') {
        cells.push_back(MarkdownInline(std::exchange(cell, {}), work_));
      } else {
        cell += line.rest[i];
      }
    }
    cells.push_back(MarkdownInline(cell, work_));
    writer_.Row(cells);
    return true;
  }

  // Takes a line that shows nothing: targets of links, attributes, marks of containers.
  bool Dropped(const Line& line) {
    const std::string_view rest = line.rest;
    if (block_.empty() && rest.starts_with("[")) {
      const std::size_t close = rest.find("]:");
      if (close != std::string_view::npos && !rest.substr(0, close).contains(']')) {
        if (rest.starts_with("[^")) block_ = text::Strip(rest.substr(close + 2));
        writer_.Hidden();
        return true;
      }
    }
    if (rest.starts_with("[!") && rest.ends_with("]")) return true;  // > [!NOTE]
    if ((rest.starts_with("{:") || rest.starts_with("{#") || rest.starts_with("{.")) &&
        rest.find('}') + 1 == rest.size()) {
      return true;
    }
    if (rest.starts_with(":::")) {
      EndBlock();
      const std::size_t name = std::min(rest.find_first_not_of(": "), rest.size());
      const std::size_t title = std::min(rest.find(' ', name), rest.size());
      writer_.Paragraph(MarkdownInline(rest.substr(title), work_));
      return true;
    }
    return false;
  }

  static std::size_t NumberLength(std::string_view rest) {
    std::size_t digits = 0;
    while (digits < rest.size() && digits < 9 && IsAsciiDigit(rest[digits])) ++digits;
    if (digits == 0 || digits + 1 >= rest.size()) return 0;
    const bool ends = (rest[digits] == '.' || rest[digits] == ')') && rest[digits + 1] == ' ';
    return ends ? digits + 2 : 0;
  }
  static bool IsBullet(std::string_view rest) {
    return std::string_view("-*+").contains(rest[0]) && (rest.size() == 1 || IsAsciiSpace(rest[1]));
  }
  static bool IsItem(std::string_view rest) { return IsBullet(rest) || NumberLength(rest) > 0; }

  bool Item(const Line& line) {
    const std::size_t number = NumberLength(line.rest);
    // Amid a paragraph only the number 1 begins a list: "1066." was a year.
    const bool first = line.rest.starts_with("1.") || line.rest.starts_with("1)");
    if (number > 0 && !block_.empty() && !item_ && !first) return false;
    if (number == 0 && !IsBullet(line.rest)) return false;
    EndBlock();
    item_ = list_ = true;
    std::string_view text = number > 0 ? line.rest : text::Strip(line.rest.substr(1));
    for (const std::string_view box : {"[ ] ", "[x] ", "[X] "}) {
      if (number == 0 && text.starts_with(box)) text.remove_prefix(box.size());
    }
    // An item may begin with other items, and then with a heading.
    while (number == 0 && !text.empty() && IsBullet(text)) text = text::Strip(text.substr(1));
    if (number == 0 && text.starts_with("#") && Heading(LineOf(text))) return true;
    block_ = text;
    numbered_ = number > 0;
    return true;
  }

  void EndBlock() {
    const std::string block = std::exchange(block_, {});
    const bool item = std::exchange(item_, false);
    const bool numbered = std::exchange(numbered_, false);
    const OpenLines open = std::exchange(open_, {});
    const int title = std::exchange(title_, 0);
    const std::size_t definition = std::exchange(definition_, 0);
    if (block.empty()) return;
    std::string text = MarkdownInline(block, work_);
    if (writer_.recording()) {
      const std::size_t number = numbered ? NumberLength(block) : 0;
      const std::string_view named = std::string_view(block).substr(number);
      const std::size_t term = definition > 0 ? definition : TermLength(named);
      writer_.note() = {.kind = title > 0 ? BlockKind::kHeading : BlockKind::kParagraph,
                        .first_line = open.first,
                        .last_line = open.last,
                        .indent = open.indent,
                        .level = title,
                        .numbered = numbered};
      if (title == 0 && term > 0)
        writer_.note().term = TermOf(MarkdownInline(named.substr(0, term), work_));
      if (text::Strip(text).empty() && !IsOpeningTag(block)) writer_.Hidden();
    }
    if (!item) return writer_.Paragraph(text);
    if (text::Strip(text).empty()) return;
    writer_.Item(numbered ? text : std::string(kBullet) + text);
  }
  // Whether a block is a tag that opens a frame around the following blocks, and shows nothing
  // itself.
  static bool IsOpeningTag(std::string_view block) {
    if (block.starts_with("{{< tab") || block.starts_with("{{% tab")) return true;
    return block.starts_with("<") && !block.starts_with("</") && !block.starts_with("<!") &&
           !block.contains("src=") && block.find('>') + 1 == block.size();
  }

  Work* work_;
  std::vector<Line> lines_;
  std::size_t at_ = 0;
  BlockWriter writer_;
  std::string block_;  // lines of the paragraph or item that is open
  bool item_ = false;
  bool numbered_ = false;
  bool list_ = false;   // indented text belongs to an item
  bool table_ = false;  // rows may lack the first |
  bool after_blank_ = true;
  OpenLines open_;              // of block_
  int title_ = 0;               // the level of the heading that block_ is
  std::size_t definition_ = 0;  // where the term in block_ ends
  bool admonition_ = false;
  bool quoted_ = false;  // the line is inside a quotation
  Fence fence_;
  std::string_view hidden_until_;
};

}  // namespace

std::string MarkdownToBase(std::string_view slice, Work* work) {
  Work own;
  return MarkdownBlocks(slice, work != nullptr ? work : &own).Read();
}

std::string MarkdownBlocksOf(std::string_view slice, Start start, std::vector<Block>* blocks) {
  Work work;
  return MarkdownBlocks(slice, &work, start, blocks).Read();
}

}  // namespace arborist::markup
