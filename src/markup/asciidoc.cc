// SPDX-License-Identifier: AGPL-3.0-only
// The blocks of asciidoc-base-v1 (FROZEN, docs/format/markup.md). One pass over the lines: Take
// decides by the state (in program text, hidden, in a block) and the first characters what a line
// is, and appends it to the open block or closes that. asciidoc_inline.cc reads the text of a
// closed block.
//
// Two things cannot be seen from a line alone and are bounded so that a page costs linear time:
//
//   a slice begins amid a program   its first line of marks closes the program (BeginInside)
//   a comment does not end          it hides nothing; Closes looks for the end, and remembers
//                                   which mark does not come again, because each line of that
//                                   mark would search the rest of the text otherwise
//
// Recording of blocks (markup/blocks.h) goes along and never changes the text.
#include "markup/asciidoc.h"

#include <algorithm>
#include <vector>

#include "base/ascii.h"
#include "text/scan.h"
#include "text/utf8.h"

namespace arborist::markup {

namespace {

// Columns: deeper than any item, for text that belongs to one.
constexpr std::size_t kAttached = 64;
constexpr std::string_view kAsciiDocBullet = "\u2022 ";

// The mark of a line that begins or ends program text (----, ...., ```); 0: none.
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
  AsciiDocBlocks(std::string_view text, Work* work, Start start = Start::kAnywhere,
                 std::vector<Block>* blocks = nullptr)
      : work_(work), lines_(LinesOf(text)) {
    work_->steps += text.size();
    writer_.Record(blocks);
    if (start == Start::kAnywhere) BeginInside();
  }

  std::string Read() {
    for (; at_ < lines_.size(); ++at_) {
      writer_.AtLine(at_, list_ ? kAttached : lines_[at_].indent);
      Take(lines_[at_]);
      if (!block_.empty()) open_.Extend(at_, lines_[at_].indent);
    }
    EndBlock();
    return writer_.Take();
  }

 private:
  // A slice may begin amid a program, and then its first line of marks closes it. Assumed where
  // that line follows a line of text that is no title of it, and an empty line follows.
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

  // Whether a line underlines a title: one mark, and about as long as the title.
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
        writer_.EndCode();
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
      // A first row with an empty line under it names the columns.
      if (table_.lines == 1 && table_.first_line + 1 == at_) writer_.EndHeader();
      return;
    }
    const bool after_blank = std::exchange(after_blank_, false);
    if (source_ && CodeMarkOf(line) == '\0' && !IsBlockTitle(line)) return writer_.Code(line.text);
    if (block_lines_ == 1 && !item_ && IsUnderline(line.rest, block_)) {
      list_ = false;
      title_ = static_cast<int>(std::string_view("=-~^+").find(line.rest[0])) + 1;
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

  // Takes a line of marks around a block.
  bool Delimiter(const Line& line) {
    const std::string_view rest = line.rest;
    if (const char mark = CodeMarkOf(line); mark != '\0') {
      EndBlock();
      if (mark == '`') language_ = text::Strip(text::StripAny(rest, "`"));
      writer_.BeginCode(std::exchange(language_, {}));
      code_ = mark;
      source_ = false;
      return true;
    }
    if (IsRunOf(rest, '/', 4) || IsRunOf(rest, '+', 4)) {
      EndBlock();
      writer_.Hidden();
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
    if (rest == "'''" || rest == "<<<") writer_.Hidden();
    if (table) ToggleTable();
    return true;
  }
  void ToggleTable() {
    const bool opens = !table_.open;
    table_ = {.open = opens,
              .header = std::exchange(header_option_, false),
              .columns = std::exchange(columns_, 0),
              .first_line = at_ + 1};
    writer_.BeginTable();
  }
  // Whether such a line comes again. A comment that does not end hides nothing.
  bool Closes(char mark) {
    if (unclosed_.contains(mark)) return false;
    for (std::size_t i = at_ + 1; i < lines_.size(); ++i) {
      work_->steps += 1;
      if (IsRunOf(lines_[i].rest, mark, 4)) return true;
    }
    unclosed_ += mark;
    return false;
  }

  // Takes a line that shows nothing: attributes, comments, conditions, inclusions.
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
    if (rest.starts_with("//") && !rest.starts_with("///")) {
      if (block_.empty()) writer_.Hidden();
      comment_ = !block_.empty();
      return true;
    }
    if (IsAttributes(line) && (block_.empty() || rest.starts_with("[["))) {
      source_ = rest.starts_with("[source") || rest.starts_with("[listing") ||
                rest.starts_with("[literal");
      if (writer_.recording()) ReadAttributes(rest.substr(1, rest.size() - 2));
      return true;
    }
    for (const std::string_view name : {"ifdef::", "ifndef::", "ifeval::", "endif::", "include::",
                                        "toc::", "video::", "audio::"}) {
      if (!rest.starts_with(name)) continue;
      writer_.Hidden();
      return true;
    }
    return false;
  }
  // Reads attributes for the record of blocks: [source,sh] and [%header,cols="1,2"].
  void ReadAttributes(std::string_view list) {
    if (source_) {
      const std::size_t comma = std::min(list.find(','), list.size() - 1);
      const std::string_view language = text::Strip(list.substr(comma + 1));
      language_ = language.substr(0, language.find_first_of(",]"));
      writer_.BeginCode(language_);
      return;
    }
    header_option_ =
        header_option_ || list.contains("%header") || list.contains("options=\"header");
    const std::size_t cols = list.find("cols=\"");
    if (cols == std::string_view::npos) return;
    std::string_view widths = list.substr(cols + 6);
    widths = widths.substr(0, widths.find('"'));
    columns_ = 1 + static_cast<std::size_t>(std::ranges::count(widths, ','));
    const std::size_t star = widths.find('*');  // 3*
    if (columns_ == 1 && star == 1 && IsAsciiDigit(widths[0])) {
      columns_ = static_cast<std::size_t>(widths[0] - '0');
    }
  }

  // Takes == headings, .Titles and image::target[text].
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
      writer_.note() = {.kind = BlockKind::kHeading, .level = static_cast<int>(level)};
      writer_.Paragraph(AsciiDocInline(title, work_));
      return true;
    }
    if (IsBlockTitle(line) && block_.empty()) {
      writer_.Paragraph(AsciiDocInline(rest.substr(1), work_));
      return true;
    }
    if (rest.starts_with("image::") && rest.ends_with("]")) {
      EndBlock();
      writer_.Hidden();
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
    PlaceCells(cells.size());
    writer_.Row(cells);
    if (table_.header && table_.filled == 0) {
      table_.header = false;
      writer_.EndHeader();
    }
    return true;
  }
  // Notes the place of a line's cells in their row, which may have its cells on several lines.
  void PlaceCells(std::size_t cells) {
    if (!table_.open) return;
    ++table_.lines;
    if (table_.columns == 0) table_.columns = cells;
    if (cells >= table_.columns) {
      table_.filled = 0;
      return;
    }
    writer_.note() = {.cell = table_.filled == 0 ? CellPlace::kFirst : CellPlace::kNext};
    table_.filled = (table_.filled + cells) % table_.columns;
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
    number_ = number || callout || rest[0] == '.';
    depth_ = line.indent + (mark > 0 ? mark : 1);
    std::string_view text = rest.substr(number ? 0 : callout ? rest.find('>') + 1 : mark);
    text = text::Strip(text);
    for (const std::string_view box : {"[ ] ", "[x] ", "[*] "}) {
      if (text.starts_with(box)) text.remove_prefix(box.size());
    }
    Append(text);
    return true;
  }

  // Takes `term:: meaning`.
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
    if (writer_.recording()) term_ = AsciiDocInline(term, work_);
    Append(std::string(term) + ":");
    const std::string_view meaning = text::Strip(rest.substr(mark + 2));
    if (!meaning.empty()) Append(meaning);
    return true;
  }

  void EndBlock() {
    const std::string block = std::exchange(block_, {});
    const bool item = std::exchange(item_, false);
    const bool plain = std::exchange(plain_, false);
    if (writer_.recording() && term_.empty()) {
      if (const std::size_t term = TermLength(block); term > 0) {
        term_ = TermOf(AsciiDocInline(block.substr(0, term), work_));
      }
    }
    BlockNote note = NoteOfBlock(item);
    block_lines_ = 0;
    if (block.empty()) return;
    const std::string text = AsciiDocInline(block, work_);
    writer_.note() = std::move(note);
    if (!item) {
      writer_.Paragraph(text);
    } else if (!text::Strip(text).empty()) {
      writer_.Item(plain ? text : std::string(kAsciiDocBullet) + text);
    }
    if (std::exchange(comment_, false)) writer_.Hidden();
  }
  BlockNote NoteOfBlock(bool item) {
    const OpenLines open = std::exchange(open_, {});
    const int title = std::exchange(title_, 0);
    const std::size_t depth = std::exchange(depth_, 0);
    return {.kind = title > 0 ? BlockKind::kHeading : BlockKind::kParagraph,
            .first_line = open.first,
            .last_line = open.last,
            .indent = depth > 0        ? depth
                      : list_ && !item ? kAttached
                                       : open.indent,
            .level = title,
            .numbered = std::exchange(number_, false),
            .term = std::exchange(term_, {})};
  }

  Work* work_;
  std::vector<Line> lines_;
  std::size_t at_ = 0;
  BlockWriter writer_;
  std::string block_;
  std::size_t block_lines_ = 0;
  bool item_ = false;
  bool plain_ = false;    // without a bullet
  bool list_ = false;     // indented text belongs to an item
  bool literal_ = false;  // an indented paragraph
  bool source_ = false;   // the paragraph under [source]
  bool after_blank_ = true;
  char code_ = '\0';      // the mark of the open program text
  char hidden_ = '\0';    // the mark of the open comment
  std::string unclosed_;  // marks that do not come again

  // The record of the open block and of the table.
  OpenLines open_;
  int title_ = 0;  // the level of the heading that the block is
  bool number_ = false;
  std::size_t depth_ = 0;  // of the item
  std::string term_;
  bool comment_ = false;  // a comment is in the block or under it
  std::string language_;  // of the next program text
  bool header_option_ = false;
  std::size_t columns_ = 0;  // of the next table
  struct Table {
    bool open = false;
    bool header = false;      // its first row names the columns
    std::size_t columns = 0;  // 0: not known
    std::size_t first_line = 0;
    std::size_t filled = 0;  // cells of the row so far
    std::size_t lines = 0;
  };
  Table table_;
};

}  // namespace

std::string AsciiDocToBase(std::string_view slice, Work* work) {
  Work own;
  return AsciiDocBlocks(slice, work != nullptr ? work : &own).Read();
}

std::string AsciiDocBlocksOf(std::string_view slice, Start start, std::vector<Block>* blocks) {
  Work work;
  return AsciiDocBlocks(slice, &work, start, blocks).Read();
}

}  // namespace arborist::markup
