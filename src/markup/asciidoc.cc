// SPDX-License-Identifier: AGPL-3.0-only
// asciidoc-base-v1: the blocks.
#include "markup/asciidoc.h"

#include <algorithm>
#include <vector>

#include "base/ascii.h"
#include "text/scan.h"
#include "text/utf8.h"

namespace arborist::markup {

namespace {

constexpr std::string_view kAsciiDocBullet = "\u2022 ";

// Lines that begin and end program text, by their mark: ----, .... and ```.
char CodeMarkOf(const Line& line) {
  if (line.rest.size() >= 4 && (IsRunOf(line.rest, '-', 4) || IsRunOf(line.rest, '.', 4))) {
    return line.rest[0];
  }
  return line.rest.starts_with("```") ? '`' : '\0';
}

bool IsAttributes(const Line& line) {
  return line.rest.starts_with("[") && line.rest.ends_with("]");
}
bool IsBlockTitle(const Line& line) {
  return line.indent == 0 && line.rest.size() > 1 && line.rest[0] == '.' && line.rest[1] != '.' &&
         line.rest[1] != ' ';
}

class AsciiDocBlocks {
 public:
  AsciiDocBlocks(std::string_view text, Work* work) : work_(work), lines_(LinesOf(text)) {
    work_->steps += text.size();
    BeginInside();
  }

  std::string Read() {
    for (; at_ < lines_.size(); ++at_) Take(lines_[at_]);
    EndBlock();
    return writer_.Take();
  }

 private:
  // A slice may begin amid a program: then the first line of marks closes it. It follows a line of
  // text that is no title of it, and an empty line follows.
  void BeginInside() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const char mark = CodeMarkOf(lines_[i]);
      if (mark == '\0') continue;
      const bool after_text = i > 0 && !lines_[i - 1].blank() && !IsAttributes(lines_[i - 1]) &&
                              !IsBlockTitle(lines_[i - 1]) && lines_[i - 1].rest != "+";
      const bool before_gap = i + 1 >= lines_.size() || lines_[i + 1].blank();
      if (after_text && before_gap && !IsUnderline(lines_[i].rest, lines_[i - 1].rest)) {
        code_ = mark;
      }
      return;
    }
  }

  // A title and the line under it are about as long as each other.
  static bool IsUnderline(std::string_view line, std::string_view title) {
    if (title.empty() || line.size() < 3 || !std::string_view("=-~^+").contains(line[0]) ||
        !IsRunOf(line, line[0], 3)) {
      return false;
    }
    const std::size_t length = text::CountCodePoints(title);
    return std::max(length, line.size()) - std::min(length, line.size()) <= 2;
  }

  void Take(const Line& line) {
    if (code_ != '\0') {
      if (CodeMarkOf(line) == code_) {
        code_ = '\0';
      } else {
        writer_.Code(line.text);
      }
      return;
    }
    if (hidden_ != '\0') {
      if (IsRunOf(line.rest, hidden_, 4)) hidden_ = '\0';
      return;
    }
    if (line.blank()) {
      EndBlock();
      literal_ = source_ = false;
      after_blank_ = true;
      return;
    }
    const bool after_blank = std::exchange(after_blank_, false);
    if (source_ && CodeMarkOf(line) == '\0' && !IsBlockTitle(line)) return writer_.Code(line.text);
    if (block_lines_ == 1 && !item_ && IsUnderline(line.rest, block_)) {
      list_ = false;
      return EndBlock();
    }
    if (Delimiter(line)) return;
    if (Hidden(line) || Titled(line) || Row(line) || Item(line) || Term(line)) return;
    if (line.indent > 0 && block_.empty() && !list_) literal_ = true;
    if (literal_) return writer_.Code(line.text);
    if (line.indent == 0 && after_blank) list_ = false;
    Append(line.rest);
  }

  void Append(std::string_view text) {
    if (text.ends_with(" +")) text.remove_suffix(2);  // a line break
    if (!block_.empty()) block_ += ' ';
    block_ += text;
    ++block_lines_;
  }

  // Lines of marks around blocks.
  bool Delimiter(const Line& line) {
    const std::string_view rest = line.rest;
    if (const char mark = CodeMarkOf(line); mark != '\0') {
      EndBlock();
      code_ = mark;
      source_ = false;
      return true;
    }
    if (IsRunOf(rest, '/', 4) || IsRunOf(rest, '+', 4)) {
      EndBlock();
      if (Closes(rest[0])) hidden_ = rest[0];
      return true;
    }
    const bool table = rest.size() >= 4 && std::string_view("|,:!").contains(rest[0]) &&
                       IsRunOf(rest.substr(1), '=', 3);
    if (!table && rest != "--" && rest != "+" && !IsRunOf(rest, '=', 4) && !IsRunOf(rest, '*', 4) &&
        !IsRunOf(rest, '_', 4) && rest != "'''" && rest != "<<<") {
      return false;
    }
    EndBlock();
    return true;
  }
  // Whether such a line comes again: a comment that does not end hides nothing.
  bool Closes(char mark) {
    if (unclosed_.contains(mark)) return false;
    for (std::size_t i = at_ + 1; i < lines_.size(); ++i) {
      work_->steps += 1;
      if (IsRunOf(lines_[i].rest, mark, 4)) return true;
    }
    unclosed_ += mark;
    return false;
  }

  // Attributes, comments, conditions and inclusions show nothing.
  bool Hidden(const Line& line) {
    const std::string_view rest = line.rest;
    if (line.indent == 0 && rest.starts_with(":")) {
      const std::size_t end = rest.find(':', 1);
      const std::string_view name =
          end == std::string_view::npos ? std::string_view() : rest.substr(1, end - 1);
      if (!name.empty() && !name.contains(' ') &&
          (end + 1 == rest.size() || rest[end + 1] == ' ')) {
        EndBlock();
        return true;
      }
    }
    if (rest.starts_with("//") && !rest.starts_with("///")) return true;
    if (IsAttributes(line) && (block_.empty() || rest.starts_with("[["))) {
      source_ = rest.starts_with("[source") || rest.starts_with("[listing") ||
                rest.starts_with("[literal");
      return true;
    }
    for (const std::string_view name : {"ifdef::", "ifndef::", "ifeval::", "endif::", "include::",
                                        "toc::", "video::", "audio::"}) {
      if (rest.starts_with(name)) return true;
    }
    return false;
  }

  // == Headings, .Titles and image::target[text].
  bool Titled(const Line& line) {
    const std::string_view rest = line.rest;
    for (const char mark : {'=', '#'}) {
      const std::size_t level = std::min(rest.find_first_not_of(mark), rest.size());
      if (level < 1 || level > 6 || level == rest.size() || rest[level] != ' ') continue;
      EndBlock();
      list_ = false;
      std::string_view title = text::Strip(rest.substr(level));
      if (title.ends_with(std::string(" ") + std::string(level, mark))) {
        title = text::StripRight(title.substr(0, title.size() - level));
      }
      writer_.Paragraph(AsciiDocInline(title, work_));
      return true;
    }
    if (IsBlockTitle(line) && block_.empty()) {
      writer_.Paragraph(AsciiDocInline(rest.substr(1), work_));
      return true;
    }
    if (rest.starts_with("image::") && rest.ends_with("]")) {
      EndBlock();
      const std::string_view alt = rest.substr(std::min(rest.find('['), rest.size() - 1) + 1);
      writer_.Paragraph(AsciiDocInline(alt.substr(0, alt.find_first_of(",]")), work_));
      return true;
    }
    return false;
  }

  bool Row(const Line& line) {
    if (!line.rest.starts_with("|")) return false;
    EndBlock();
    std::vector<std::string> cells;
    std::string cell;
    for (std::size_t i = 1; i <= line.rest.size(); ++i) {
      if (i < line.rest.size() && line.rest[i] == '\\' && i + 1 < line.rest.size() &&
          line.rest[i + 1] == '|') {
        cell += line.rest[++i];
      } else if (i == line.rest.size() || line.rest[i] == '|') {
        cells.push_back(AsciiDocInline(std::exchange(cell, {}), work_));
      } else {
        cell += line.rest[i];
      }
    }
    writer_.Row(cells);
    return true;
  }

  bool Item(const Line& line) {
    const std::string_view rest = line.rest;
    std::size_t mark = 0;
    for (const char c : {'*', '.', '-'}) {
      const std::size_t depth = std::min(rest.find_first_not_of(c), rest.size());
      if (depth >= 1 && depth <= (c == '-' ? 1U : 5U) && depth < rest.size() &&
          rest[depth] == ' ') {
        mark = depth;
      }
    }
    std::size_t digits = 0;
    while (digits < rest.size() && digits < 9 && IsAsciiDigit(rest[digits])) ++digits;
    const bool number = digits > 0 && rest.substr(digits).starts_with(". ");
    const bool callout = rest.size() > 3 && rest[0] == '<' &&
                         (IsAsciiDigit(rest[1]) || rest[1] == '.') &&
                         rest.substr(0, 5).contains("> ");
    if (mark == 0 && !number && !callout) return false;
    if (number && !block_.empty() && !item_) return false;
    EndBlock();
    item_ = list_ = true;
    plain_ = number;
    std::string_view text = rest.substr(number ? 0 : callout ? rest.find('>') + 1 : mark);
    text = text::Strip(text);
    for (const std::string_view box : {"[ ] ", "[x] ", "[*] "}) {
      if (text.starts_with(box)) text.remove_prefix(box.size());
    }
    Append(text);
    return true;
  }

  // term:: what it means
  bool Term(const Line& line) {
    const std::string_view rest = line.rest;
    std::size_t mark = std::string_view::npos;
    for (const std::string_view colons : {"::", ";;"}) {
      const std::size_t at = rest.find(std::string(colons) + " ");
      if (at != std::string_view::npos) mark = std::min(mark, at);
      if (rest.ends_with(colons)) mark = std::min(mark, rest.size() - 2);
    }
    if (mark == std::string_view::npos || mark == 0 || (!block_.empty() && !item_)) return false;
    EndBlock();
    item_ = list_ = plain_ = true;
    std::string_view term = rest.substr(0, mark);
    while (term.ends_with(":")) term.remove_suffix(1);
    Append(std::string(term) + ":");
    const std::string_view meaning = text::Strip(rest.substr(mark + 2));
    if (!meaning.empty()) Append(meaning);
    return true;
  }

  void EndBlock() {
    const std::string block = std::exchange(block_, {});
    const bool item = std::exchange(item_, false);
    const bool plain = std::exchange(plain_, false);
    block_lines_ = 0;
    if (block.empty()) return;
    const std::string text = AsciiDocInline(block, work_);
    if (!item) return writer_.Paragraph(text);
    if (text::Strip(text).empty()) return;
    writer_.Item(plain ? text : std::string(kAsciiDocBullet) + text);
  }

  Work* work_;
  std::vector<Line> lines_;
  std::size_t at_ = 0;
  BlockWriter writer_;
  std::string block_;
  std::size_t block_lines_ = 0;
  bool item_ = false;
  bool plain_ = false;    // without a bullet
  bool list_ = false;     // what is indented belongs to an item
  bool literal_ = false;  // an indented paragraph
  bool source_ = false;   // the paragraph under [source]
  bool after_blank_ = true;
  char code_ = '\0';      // the mark of the program text that is open
  char hidden_ = '\0';    // of what is hidden
  std::string unclosed_;  // marks of which none follows
};

}  // namespace

std::string AsciiDocToBase(std::string_view slice, Work* work) {
  Work own;
  return AsciiDocBlocks(slice, work != nullptr ? work : &own).Read();
}

}  // namespace arborist::markup
