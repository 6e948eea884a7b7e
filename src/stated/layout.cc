// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Text" 2. Classifies lines by how they look,
// without knowing the markup: headings, items, rows of tables, records, code and prose. A statement
// must not be joined across lines that do not belong together (two cells of a table), nor be cut
// where a line only wraps. Each line is looked at once.
#include "stated/layout.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "text/scan.h"

namespace arborist::stated {

namespace {

struct Line {
  std::size_t begin = 0;  // without blanks at either end
  std::size_t end = 0;
  std::size_t indent = 0;
};

bool IsListDigit(char c) { return c >= '0' && c <= '9'; }

// The length of a bullet or number with the blanks behind it, or 0.
std::size_t BulletAt(std::string_view line) {
  std::size_t at = 0;
  if (line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ") ||
      line.starts_with("• ") || line.starts_with("– ") || line.starts_with("· ")) {
    at = line.find(' ');
  } else {
    std::size_t digits = 0;
    const std::size_t open = line.starts_with('(') ? 1 : 0;
    while (open + digits < line.size() && digits < 3 && IsListDigit(line[open + digits])) ++digits;
    if (digits == 0 && open + 1 < line.size() && line[open] >= 'a' && line[open] <= 'z') digits = 1;
    const std::size_t mark = open + digits;
    if (digits == 0 || mark + 1 >= line.size()) return 0;
    const bool letter = !IsListDigit(line[open]);
    if (line[mark] != ')' && (letter || line[mark] != '.')) return 0;
    if (line[mark + 1] != ' ') return 0;
    at = mark + 1;
  }
  while (at < line.size() && line[at] == ' ') ++at;
  return at < line.size() ? at : 0;
}

// True for a rule of a table or the underline of a heading.
bool IsRule(std::string_view line) {
  return line.size() >= 3 && std::ranges::all_of(line, [](char c) {
           return std::string_view("-=+|:~^*# ").contains(c);
         });
}

// Whether the line has a bar, a tab or two blanks in a row; eight bytes at a time, for most lines
// have none.
bool MayBeRow(std::string_view line) {
  constexpr std::uint64_t kBlanks = 0x2020202020202020u;
  std::size_t at = 0;
  for (; at + 9 <= line.size(); at += 8) {
    std::uint64_t here, next;
    std::memcpy(&here, line.data() + at, 8);
    std::memcpy(&next, line.data() + at + 1, 8);
    // A 0 byte where two blanks are.
    const std::uint64_t blanks = (here ^ kBlanks) | (next ^ kBlanks);
    if (text::HasByte(here, '|') || text::HasByte(here, '\t') || text::HasByte(blanks, '\0')) {
      return true;
    }
  }
  for (; at < line.size(); ++at) {
    if (line[at] == '|' || line[at] == '\t') return true;
    if (line[at] == ' ' && at + 1 < line.size() && line[at + 1] == ' ') return true;
  }
  return false;
}

// True for cells side by side: bars, tabs, or two blanks twice.
bool IsRow(std::string_view line) {
  if (!MayBeRow(line)) return false;
  if (std::ranges::count(line, '|') >= 2 || line.contains('\t')) return true;
  std::size_t gaps = 0;
  for (std::size_t at = 0; at + 1 < line.size(); ++at) {
    if (line[at] != ' ' || line[at + 1] != ' ') continue;
    const bool after_stop = at > 0 && std::string_view(".!?:").contains(line[at - 1]);
    while (at < line.size() && line[at] == ' ') ++at;
    if (!after_stop) ++gaps;
  }
  return gaps >= 2;
}

// "--bare: Treat ...", "dirty: A working tree ...": a term or option with its meaning.
bool StartsEntry(std::string_view line) {
  constexpr std::size_t kLongestTerm = 40, kMostBlanks = 4;
  if (line.size() > 2 && line[0] == '-' && line[1] != ' ') return true;
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos || colon > kLongestTerm) return false;
  return std::ranges::count(line.substr(0, colon), ' ') <= static_cast<std::ptrdiff_t>(kMostBlanks);
}
// True if a sentence may end at the end of the line.
bool EndsText(std::string_view line) {
  return !line.empty() && std::string_view(".!?:)\"").contains(line.back());
}

// True for a short "Name: value".
bool IsEntry(std::string_view line) {
  constexpr std::size_t kLongestName = 32, kLongestLine = 90;
  const std::size_t colon = line.find(": ");
  return colon != std::string_view::npos && colon > 0 && colon <= kLongestName &&
         line.size() <= kLongestLine && !line.substr(0, colon).contains('.') &&
         !line.ends_with('.');
}

class Layout {
 public:
  Layout(std::string_view text, Part part) : text_(text), part_(part) {}

  std::vector<Block> Run() {
    std::size_t pos = 0, feed = 0, carriage = 0;  // the next one from pos on
    while (pos < text_.size()) {
      if (feed <= pos) feed = std::min(text_.find('\n', pos), text_.size());
      if (carriage <= pos) carriage = std::min(text_.find('\r', pos), text_.size());
      const std::size_t stop = std::min(feed, carriage);
      Add(pos, stop);
      pos = stop + 1;
    }
    Close();
    return std::move(blocks_);
  }

 private:
  std::string_view Slice(const Line& line) const {
    return text_.substr(line.begin, line.end - line.begin);
  }

  void Add(std::size_t begin, std::size_t stop) {
    Line line{begin, stop, 0};
    while (line.begin < line.end && (text_[line.begin] == ' ' || text_[line.begin] == '\t')) {
      ++line.begin;
    }
    line.indent = line.begin - begin;
    while (line.end > line.begin && (text_[line.end - 1] == ' ' || text_[line.end - 1] == '\t')) {
      --line.end;
    }
    const std::string_view content = Slice(line);
    if (content.empty()) {
      Close();
      ++paragraph_;
      after_blank_ = true;
      return;
    }
    Classify(line, content);
    after_blank_ = false;
  }

  void Classify(Line line, std::string_view content) {
    if (content.starts_with("```") || content.starts_with("~~~")) {
      Close();
      fenced_ = !fenced_;
      return;
    }
    if (fenced_) return Alone(line, Form::kCode);
    if (IsRule(content)) {
      // The line is an underline: the line above it is a heading.
      if (open_ && blocks_.back().form == Form::kProse && !content.contains('|') && one_line_ &&
          !content.contains('+')) {
        blocks_.back().form = Form::kHeading;
      }
      Close();
      return;
    }
    const std::size_t marks = content.find_first_not_of('#');
    if (marks != 0 && marks != std::string_view::npos && marks <= 6 && content[marks] == ' ') {
      line.begin += marks + 1;
      return Alone(line, Form::kHeading);
    }
    if (content.starts_with("= ") || content.starts_with("== ") || content.starts_with("=== ")) {
      line.begin += content.find(' ') + 1;
      return Alone(line, Form::kHeading);
    }
    if (content.starts_with("> ")) {
      line.begin += 2;
      content = Slice(line);
    }
    if (IsRow(content)) return Alone(line, Form::kRow);
    if (const std::size_t bullet = BulletAt(content); bullet != 0) {
      const bool first = blocks_.empty() || blocks_.back().form != Form::kItem;
      Close();
      line.begin += bullet;
      Open(line, Form::kItem);
      blocks_.back().list_start = first;
      item_indent_ = line.indent;
      return;
    }
    Continue(line, content);
  }

  // Adds a line of prose to the open block, or begins a new one.
  void Continue(const Line& line, std::string_view content) {
    if (open_ && Wraps(line, content)) {
      blocks_.back().end = line.end;
      last_ = line;
      one_line_ = false;
      return;
    }
    const bool entry = IsEntry(content);
    if (open_ && entry && blocks_.back().form == Form::kRecord) {
      blocks_.back().end = line.end;
      last_ = line;
      return;
    }
    if (open_ && entry && blocks_.back().form == Form::kProse && one_line_ &&
        IsEntry(Slice(last_))) {
      blocks_.back().form = Form::kRecord;
      blocks_.back().end = line.end;
      last_ = line;
      return;
    }
    Close();
    Open(line, Form::kProse);
  }

  // True if the line continues the previous one, which was broken for width.
  bool Wraps(const Line& line, std::string_view content) const {
    constexpr std::size_t kFull = 40;
    const Form form = blocks_.back().form;
    if (form == Form::kItem) {
      if (line.indent <= item_indent_ && StartsEntry(content) && EndsText(Slice(last_)))
        return false;
      return line.indent > item_indent_ || !after_blank_;
    }
    if (form != Form::kProse) return false;
    const std::string_view before = Slice(last_);
    if (StartsEntry(content) && EndsText(before)) return false;
    if (text::IsLower(text::At(content, 0))) return true;
    if (IsEntry(before) && IsEntry(content)) return false;
    // In an answer lines may be broken anywhere.
    return part_ == Part::kAnswer || before.size() >= kFull;
  }

  void Alone(const Line& line, Form form) {
    Close();
    Open(line, form);
    Close();
  }
  void Open(const Line& line, Form form) {
    blocks_.push_back({line.begin, line.end, form, paragraph_, false});
    open_ = one_line_ = true;
    last_ = line;
  }
  void Close() { open_ = false; }

  std::string_view text_;
  Part part_;
  std::vector<Block> blocks_;
  Line last_;
  std::size_t item_indent_ = 0;
  std::uint32_t paragraph_ = 0;
  bool open_ = false;      // the last block may continue
  bool one_line_ = false;  // and has only one line so far
  bool fenced_ = false;
  bool after_blank_ = false;
};

}  // namespace

std::vector<Block> LayOut(std::string_view text, Part part) { return Layout(text, part).Run(); }

}  // namespace arborist::stated
