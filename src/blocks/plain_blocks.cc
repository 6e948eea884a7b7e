// SPDX-License-Identifier: AGPL-3.0-only
// Blocks of a text without markup: plain text, text taken from HTML, pages of manuals. At each line
// the rules are tried in this order, and the first that holds takes its lines:
//
//   fence, page title, heading, rule, indented program, table, entry, item, records, program; and
//   where none holds, a paragraph up to the next line that begins something else
//
// A rule looks at the lines next to it, or at a group of lines. One that reads a group and does not
// hold would read it again at each line of the group, in quadratic time; Tried remembers the end of
// the group and the rule is not tried before it.
//
// The rules are thresholds and may get better: records keep ranges of text, and no check of a
// record repeats these rules (docs/design/0011-select.md).
#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "blocks/part.h"
#include "blocks/plain_lines.h"
#include "blocks/plain_signs.h"
#include "text/scan.h"

namespace arborist::blocks {

namespace {

constexpr std::size_t kWrappedLine = 50;      // bytes: a line this long may go on in the next
constexpr std::size_t kListLine = 40;         // bytes: lines that are all shorter are a list
constexpr std::size_t kLongestSubtitle = 14;  // words
constexpr std::size_t kLongRecord = 80;       // bytes of the value of a record that is alone

// Remembers the end of a group of lines on which a rule failed.
class Tried {
 public:
  bool At(std::size_t line) const { return line < until_; }
  bool Fails(std::size_t end) {
    until_ = end;
    return false;
  }

 private:
  std::size_t until_ = 0;
};

class PlainReader : private PlainLines {
 public:
  explicit PlainReader(std::string_view text) : PlainLines(text) {}

  std::vector<Part> Run() {
    while (at_ < lines_.size() && parts_.size() < kMostBlocks) {
      if (lines_[at_].blank()) {
        ++at_;
      } else if (!Fenced() && !PageTitle() && !Heading() && !Ruled() && !IndentedCode() &&
                 !Table() && !Entry() && !Item() && !Records() && !Program()) {
        Paragraph();
      }
    }
    return std::move(parts_);
  }

 private:
  Part& Add(Kind kind, Range shown, std::size_t indent) {
    Part& part = parts_.emplace_back();
    part.kind = kind;
    part.shown = shown;
    part.indent = indent;
    part.first = part.last = parts_.size() - 1;
    part.touches = !std::exchange(hidden_, false) && parts_.size() > 1;
    return part;
  }

  // -- program text

  bool Fenced() {
    const char mark = FenceMark(lines_[at_]);
    if (mark == '\0' || !FenceFollows(at_, mark)) return false;
    std::size_t end = at_ + 1;
    while (FenceMark(lines_[end]) != mark) ++end;
    std::size_t first = at_ + 1, last = end;
    while (first < last && lines_[first].blank()) ++first;
    while (last > first && lines_[last - 1].blank()) --last;
    if (first < last) {
      Part& part = Add(Kind::kCode, RangeOf(first, last), lines_[at_].indent);
      part.language = text::Strip(text::StripAny(lines_[at_].rest, "`~"));
    }
    at_ = end + 1;
    return true;
  }

  // The end of the group of indented lines at i.
  std::size_t CodeEnd(std::size_t i) const {
    while (IsCodeLine(i)) ++i;
    return i;
  }
  // Whether a group of indented lines reads neither like prose nor like a list.
  bool IsCode(std::size_t begin, std::size_t end) const {
    if (begin == end || !Blank(end) || ItemMarkOf(lines_[begin].rest).length > 0 || IsTerm(begin)) {
      return false;
    }
    std::size_t prose = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (IsProse(lines_[i].rest)) ++prose;
    }
    return 2 * prose < end - begin;
  }
  bool IndentedCode() {
    if (code_.At(at_) || !IsCodeLine(at_)) return false;
    if (!BlankBefore(at_) && !lines_[at_ - 1].rest.ends_with(":")) return false;
    std::size_t end = CodeEnd(at_);
    if (!IsCode(at_, end)) return code_.Fails(end);
    for (std::size_t next = NextLine(end); next < lines_.size(); next = NextLine(end)) {
      const std::size_t group = CodeEnd(next);
      if (!IsCode(next, group)) break;
      end = group;
    }
    Add(Kind::kCode, RangeOf(at_, end), lines_[at_].indent);
    at_ = end;
    return true;
  }

  // Takes a group of lines without indentation of which most look like a program and none like
  // prose.
  bool Program() {
    if (program_.At(at_)) return false;
    const std::size_t end = GroupEnd(at_);
    std::size_t programs = 0, notes = 0;
    for (std::size_t i = at_; i < end; ++i) {
      const std::string_view rest = lines_[i].rest;
      if (IsProgram(rest)) {
        ++programs;
      } else if (IsProgramNote(rest)) {
        ++notes;
      } else if (lines_[i].indent <= lines_[at_].indent && IsProse(rest)) {
        return program_.Fails(end);
      }
    }
    if (programs == 0 || 2 * (programs + notes) < end - at_) return program_.Fails(end);
    // Text taken from HTML has empty lines within programs.
    Part* before = parts_.empty() ? nullptr : &parts_.back();
    if (unwrapped_ && !hidden_ && before != nullptr && before->kind == Kind::kCode) {
      before->shown.end = RangeOf(at_, end).end;
    } else {
      Add(Kind::kCode, RangeOf(at_, end), lines_[at_].indent);
    }
    at_ = end;
    return true;
  }

  // -- headings

  bool Heading() {
    const Line& line = lines_[at_];
    const bool underlined = line.indent < kCodeIndent && BlankOrRuleBefore() &&
                            at_ + 1 < lines_.size() && !IsTableBorder(line.rest) &&
                            IsUnderlineOf(lines_[at_ + 1].rest, line.rest);
    const int level = underlined ? UnderlineLevel(lines_[at_ + 1].rest[0]) : LevelOf(line);
    if (level == 0) return false;
    std::string_view title = line.rest;
    if (title[0] == '#') {
      title = text::StripAny(title, "# ");
    } else if (title[0] == '=') {
      title = text::StripAny(title, "= ");
    }
    if (title.empty()) return false;
    const std::size_t begin = Offset(title);
    Add(Kind::kHeading, {begin, begin + title.size()}, line.indent).level = level;
    synopsis_ = title == "SYNOPSIS";
    at_ += underlined ? 2 : 1;
    behind_heading_ = at_;
    return true;
  }
  bool BeginsGroup(std::size_t i) const { return BlankBefore(i) || i == behind_heading_; }
  bool BlankOrRuleBefore() const { return BlankBefore(at_) || IsRule(lines_[at_ - 1].rest); }
  static int UnderlineLevel(char mark) { return mark == '=' ? 1 : mark == '-' ? 2 : 3; }

  // Takes the line at the top and at the bottom of a page of a manual.
  bool PageTitle() {
    const std::string_view rest = lines_[at_].rest;
    const bool bottom = manual_ && NextLine(at_ + 1) == lines_.size() && rest.ends_with(")") &&
                        SpacedCells(rest).size() > 1;
    const std::size_t length = PageTitleLength(rest);
    if (!manual_ || lines_[at_].indent > 0 || (length == 0 && !bottom)) return false;
    if (parts_.empty() && length > 0) {
      Add(Kind::kHeading, {Offset(rest), Offset(rest) + length}, 0).level = 1;
    }
    hidden_ = true;
    ++at_;
    return true;
  }

  // The level of a line that is a heading by itself; 0: it is none.
  int LevelOf(const Line& line) const {
    if (!BlankBefore(at_) && !(manual_ && line.indent == 0)) return 0;
    // In text taken from HTML, after program text, the mark begins a comment.
    if (line.indent < kCodeIndent && !line.rest.ends_with(".") &&
        !(unwrapped_ && !parts_.empty() && parts_.back().kind == Kind::kCode)) {
      if (const int level = MarkedLevel(line.rest); level > 0) return level;
    }
    constexpr int kUpper = 2;
    if (line.indent == 0 && IsUpperTitle(line.rest) && (Indented(at_ + 1, 0) || Blank(at_ + 1)) &&
        SomethingFollows()) {
      return kUpper;
    }
    if (!BlankBefore(at_)) return 0;
    // A title within a section of a manual, less far in than the text.
    if (manual_ && line.indent > 0 && line.indent < body_indent_ &&
        CountWords(line.rest) <= kLongestSubtitle && !line.rest.ends_with("\\") &&
        text::IsWordChar(text::At(line.rest, 0)) && Indented(at_ + 1, line.indent)) {
      return kUpper + 1;
    }
    if (!Blank(at_ + 1) || line.indent > body_indent_ + 1 ||
        !IsShortTitle(line.rest, parts_.empty()) || !SpacedCells(line.rest).empty() ||
        !SomethingFollows()) {
      return 0;
    }
    if (const HeadingNumber number = HeadingNumberOf(line.rest); number.parts > 0) {
      return number.parts > 1 || !IsStep() ? number.parts + 1 : 0;
    }
    // "Chapter 3: Mills" is no record.
    const std::size_t key = KeyLength(line.rest);
    const bool record = key > 0 && !IsAsciiDigit(line.rest[key - 1]);
    if (ItemMarkOf(line.rest).length > 0 || record) return 0;
    return parts_.empty() ? 1 : 2;
  }
  bool SomethingFollows() const { return NextLine(at_ + 1) < lines_.size(); }
  // Whether "3. Stir" is a step: directly before or after it there is another number.
  bool IsStep() const {
    const std::size_t next = NextLine(at_ + 1);
    if (next < lines_.size() && ItemMarkOf(lines_[next].rest).numbered &&
        lines_[next].indent == lines_[at_].indent) {
      return true;
    }
    return !parts_.empty() && parts_.back().kind == Kind::kItem && parts_.back().numbered;
  }

  // Takes a line of marks alone.
  bool Ruled() {
    if (!IsRule(lines_[at_].rest)) return false;
    hidden_ = true;
    ++at_;
    return true;
  }

  // -- tables

  bool IsRow(std::size_t i) const { return !Blank(i) && (IsMarkedRow(i) || IsSpacedRow(i)); }
  // The blanks between two columns. Manuals fill lines with blanks between words, so theirs are
  // more.
  std::size_t Blanks() const { return manual_ ? 3 : 2; }
  bool IsMarkedRow(std::size_t i) const {
    const std::string_view rest = lines_[i].rest;
    if (MarkedCells(rest).empty()) return false;
    if (rest.contains('|')) return true;
    if (manual_) return false;
    const auto has_tab = [&](std::size_t j) { return !Blank(j) && lines_[j].rest.contains('\t'); };
    return (i > 0 && has_tab(i - 1)) || has_tab(i + 1) || (BlankBefore(i) && Blank(i + 1));
  }
  bool IsSpacedRow(std::size_t i) const {
    if (SpacedCells(lines_[i].rest, Blanks()).empty() || OptionLength(lines_[i].rest) > 0 ||
        IsTag(i)) {
      return false;
    }
    return (i > 0 && AreAligned(lines_[i], lines_[i - 1], Blanks())) ||
           (i + 1 < lines_.size() && AreAligned(lines_[i], lines_[i + 1], Blanks()));
  }
  bool Table() {
    if (!IsRow(at_)) return false;
    const std::size_t begin = parts_.size();
    bool framed = false;
    for (; !Blank(at_); ++at_) {
      const std::string_view rest = lines_[at_].rest;
      if (IsTableBorder(rest)) {
        for (std::size_t i = begin; !framed && i < parts_.size(); ++i) parts_[i].header = true;
        framed = true;
        continue;
      }
      if (!IsRow(at_) || parts_.size() >= kMostBlocks) break;
      std::vector<Range> cells = MarkedCells(rest);
      if (cells.empty() || !IsMarkedRow(at_)) cells = SpacedCells(rest, Blanks());
      Part& row = Add(Kind::kRow, {}, lines_[at_].indent);
      row.starts = parts_.size() == begin + 1;
      AddCells(rest, cells, &row);
    }
    if (!framed) GuessHeader(begin);
    return true;
  }
  void AddCells(std::string_view rest, const std::vector<Range>& cells, Part* row) const {
    const std::size_t offset = Offset(rest);
    for (const Range& cell : cells) {
      row->cells.push_back({offset + cell.begin, offset + cell.end});
    }
    row->shown = {offset, offset + rest.size()};
    if (!row->cells.empty()) row->shown = {row->cells.front().begin, row->cells.back().end};
  }
  // Without a border the first row names the columns if it has words, in as many cells as the next
  // row.
  void GuessHeader(std::size_t begin) {
    if (parts_.size() < begin + 2) return;
    const std::size_t names = parts_[begin].cells.size();
    const std::size_t cells = parts_[begin + 1].cells.size();
    if (names != cells && names + 1 != cells) return;  // the first column may lack a name
    parts_[begin].header = CanBeHeader(text_, parts_[begin].cells);
  }

  // -- lists

  // The end of the lines from i on that are indented by more than `indent`.
  std::size_t BodyEnd(std::size_t i, std::size_t indent) const {
    while (Indented(i, indent) && FenceMark(lines_[i]) == '\0') ++i;
    return i;
  }

  // Whether a line begins an entry: an option, or a term with indented lines under it.
  bool IsTerm(std::size_t i) const {
    const Line& line = lines_[i];
    if (OptionLength(line.rest) > 0 || IsTag(i)) return true;
    if (!BeginsGroup(i) || !Indented(i + 1, line.indent + 1) || line.rest.size() > 100)
      return false;
    if (ItemMarkOf(line.rest).length > 0 || std::string_view(".,;!?").contains(line.rest.back())) {
      return false;
    }
    constexpr std::size_t kTermWords = 6;
    return manual_ || (CountWords(line.rest) <= kTermWords && !IsProgram(line.rest) &&
                       IsProse(lines_[i + 1].rest));
  }
  std::size_t TermLength(std::size_t i) const {
    const std::string_view rest = lines_[i].rest;
    if (const std::size_t options = OptionLength(rest); options > 0) return options;
    return IsTag(i) ? TagLength(rest) : rest.size();
  }
  // Whether a line is a short word with its meaning in the seventh column. A line filled with
  // blanks looks so too, but then the next line neither is indented nor has a tag.
  bool IsTag(std::size_t i) const {
    return manual_ && TagLength(lines_[i].rest) > 0 &&
           (Blank(i + 1) || lines_[i + 1].indent > lines_[i].indent ||
            TagLength(lines_[i + 1].rest) > 0);
  }
  bool Entry() {
    if (synopsis_ || entry_.At(at_) || !IsTerm(at_)) return false;
    const std::size_t indent = lines_[at_].indent;
    std::size_t name = at_;
    // The names of one option may be on lines of their own.
    while (TermLength(name) == lines_[name].rest.size() && !Blank(name + 1) &&
           lines_[name + 1].indent == indent && OptionLength(lines_[name + 1].rest) > 0) {
      ++name;
    }
    const std::string_view rest = lines_[name].rest;
    const std::size_t length = TermLength(name);
    const bool beside = length < rest.size();  // the meaning is on the same line
    std::size_t body = name + 1;
    // An empty line may be between an option and its meaning.
    if (!beside && Blank(body) && OptionLength(rest) > 0) body = NextLine(body);
    std::size_t end = BodyEnd(body, indent);
    // Text taken from HTML has no indentation.
    while (!beside && unwrapped_ && OptionLength(rest) > 0 && !Blank(end) &&
           lines_[end].indent == indent && OptionLength(lines_[end].rest) == 0) {
      ++end;
    }
    if (!beside && end == body) return entry_.Fails(body);
    Part& part = Add(Kind::kEntry, RangeOf(at_, end), indent);
    part.term = {part.shown.begin, Offset(rest) + length};
    part.body = Stripped(text_, {part.term.end, part.shown.end});
    while (part.term.end > part.term.begin + 1 && text_[part.term.end - 1] == ':') --part.term.end;
    at_ = end;
    return true;
  }

  bool Item() {
    const Line& line = lines_[at_];
    const ItemMark mark = ItemMarkOf(line.rest);
    if (mark.length == 0) return false;
    std::size_t end = at_ + 1;
    while (!Blank(end) && ItemMarkOf(lines_[end].rest).length == 0 &&
           FenceMark(lines_[end]) == '\0' &&
           (lines_[end].indent > line.indent || GoesOn(end - 1, end))) {
      ++end;
    }
    Add(Kind::kItem, RangeOf(at_, end), line.indent).numbered = mark.numbered;
    at_ = end;
    return true;
  }
  // Whether the next line goes on with this one, which was broken to a width.
  bool GoesOn(std::size_t i, std::size_t next) const {
    return lines_[next].indent == lines_[i].indent && lines_[i].rest.size() >= kWrappedLine &&
           !unwrapped_;
  }

  // Takes a group of records: "Weight: 2.6 kg".
  bool Records() {
    if (records_.At(at_)) return false;
    std::size_t records = 0, end = at_;
    const std::size_t indent = lines_[at_].indent;
    while (!Blank(end) && lines_[end].indent == indent && KeyLength(lines_[end].rest) > 0) {
      end = BodyEnd(end + 1, indent);
      ++records;
    }
    if (records == 0 || !Blank(end)) return records_.Fails(end);
    const std::string_view rest = lines_[at_].rest;
    const bool alone = BlankBefore(at_) && rest.size() - KeyLength(rest) <= kLongRecord &&
                       end == at_ + 1 && !std::string_view(".!?").contains(rest.back());
    if (records == 1 && !alone) return records_.Fails(end);
    while (at_ < end) {
      const std::size_t next = BodyEnd(at_ + 1, indent);
      const std::size_t key = KeyLength(lines_[at_].rest);
      Part& part = Add(Kind::kEntry, RangeOf(at_, next), indent);
      part.term = {part.shown.begin, part.shown.begin + key};
      part.body = Stripped(text_, {part.term.end + 1, part.shown.end});
      at_ = next;
    }
    return true;
  }

  // -- what is left

  void Paragraph() {
    const std::size_t begin = at_;
    std::size_t end = begin + 1;
    while (!Blank(end) && !EndsParagraph(end)) ++end;
    if (synopsis_) {
      Add(Kind::kCode, RangeOf(begin, end), lines_[begin].indent);
    } else if (end > begin + 1 && IsListOfLines(begin, end)) {
      for (std::size_t i = begin; i < end; ++i) ListLine(i);
    } else {
      Add(Kind::kParagraph, RangeOf(begin, end), lines_[begin].indent);
    }
    at_ = end;
  }
  // Adds a line of a list without marks: an entry where a term and a dash begin it, else an item.
  void ListLine(std::size_t i) {
    const Range range = RangeOf(i, i + 1);
    const std::size_t term = DashTermLength(lines_[i].rest);
    Part& part = Add(term > 0 ? Kind::kEntry : Kind::kItem, range, lines_[i].indent);
    if (term == 0) return;
    part.term = {range.begin, range.begin + term};
    part.body = {text_.find(' ', part.term.end + 1) + 1, range.end};
  }
  bool EndsParagraph(std::size_t i) const {
    const Line& line = lines_[i];
    const bool announced = lines_[i - 1].rest.ends_with(":");
    const ItemMark mark = ItemMarkOf(line.rest);
    if (mark.length > 0 && (announced || !mark.numbered || line.rest.starts_with("1"))) return true;
    if (FenceMark(line) != '\0' && FenceFollows(i, FenceMark(line))) return true;
    if (OptionLength(line.rest) > 0 && (announced || Indented(i + 1, line.indent))) return true;
    if (announced && (IsCodeLine(i) || IsProgram(line.rest))) return true;
    if (manual_ && line.indent == 0 && IsUpperTitle(line.rest)) return true;
    return IsMarkedRow(i) || (announced && IsSpacedRow(i));
  }
  // Whether lines were not broken to a width, so that each is a statement of its own.
  bool IsListOfLines(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      const std::string_view rest = lines_[i].rest;
      if (lines_[i].indent != lines_[begin].indent) return false;
      if (unwrapped_) continue;
      if (IsProgram(rest) || (!text::IsWordChar(text::At(rest, 0)) && rest[0] != '"')) return false;
      if (rest.size() >= kListLine || rest.back() == ',' || rest.back() == '.') return false;
    }
    return true;
  }

  std::size_t at_ = 0;
  std::vector<Part> parts_;
  bool hidden_ = false;
  bool synopsis_ = false;           // in the section of a manual that shows the call of the program
  std::size_t behind_heading_ = 0;  // the line after the last heading
  Tried code_, entry_, records_, program_;
};

}  // namespace

std::vector<Part> PlainBlocks(std::string_view text) { return PlainReader(text).Run(); }

}  // namespace arborist::blocks
