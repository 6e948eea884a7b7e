// SPDX-License-Identifier: AGPL-3.0-only
// Writes the shown text of a base block by block, with the white space that all bases of this
// folder share, and records beside it the range and the facts of each block. Recording must not
// change the text: bases are frozen, while the rules for blocks may get better. Also the small
// readers that the inline markups share; those that look ahead do so within kLookAhead bytes.
#include "markup/writer.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/ascii.h"
#include "text/canonical.h"
#include "text/scan.h"
#include "text/utf8.h"
#include "wikitext/definitions.h"

namespace arborist::markup {

namespace {

// The length of a separator between a term and its meaning; 0: there is none.
std::size_t SeparatorLength(std::string_view text) {
  if (text.starts_with("\u2013") || text.starts_with("\u2014")) return 3;
  if (text[0] == ':' || text[0] == ' ') return 1;
  // A dash without a blank after it belongs to an option or a negative number.
  const std::size_t dashes = std::min(text.find_first_not_of('-'), text.size());
  return dashes < text.size() && text[dashes] == ' ' ? dashes : 0;
}

}  // namespace

void BlockWriter::Begin(Kind kind) {
  if (!out_.empty()) out_ += kind == last_ && kind != Kind::kParagraph ? "\n" : "\n\n";
  last_ = kind;
  gap_ = false;
}

void BlockWriter::Add(Kind kind, std::string_view text) {
  std::string collapsed;
  text::CollapseWhitespaceTo(text, &collapsed);
  if (collapsed.empty()) {
    note_ = {};
    return;
  }
  Begin(kind);
  out_ += collapsed;
  if (recording()) RecordText(kind, out_.size() - collapsed.size());
}

void BlockWriter::Row(std::span<const std::string> cells) {
  std::string row;
  std::vector<Range> ranges;
  for (const std::string& cell : cells) {
    std::string collapsed;
    text::CollapseWhitespaceTo(cell, &collapsed);
    if (collapsed.empty()) continue;
    if (!row.empty()) row += '\t';
    if (recording()) ranges.push_back({row.size(), row.size() + collapsed.size()});
    row += collapsed;
  }
  if (row.empty()) {
    note_ = {};
    return;
  }
  Begin(Kind::kRow);
  out_ += row;
  if (!recording()) return;
  const std::size_t begin = out_.size() - row.size();
  Block& block = NewBlock(Kind::kRow, begin);
  for (Range& range : ranges) range = {begin + range.begin, begin + range.end};
  block.cells = std::move(ranges);
  block.starts = table_ == kNoTable;
  if (block.starts) table_ = blocks_->size() - 1;
}

void BlockWriter::Code(std::string_view line) {
  line = text::StripRight(line);
  if (line.empty()) {
    gap_ = last_ == Kind::kCode;
    return;
  }
  const bool gap = gap_;
  Begin(Kind::kCode);
  if (gap) out_ += '\n';
  out_.append("    ").append(line);
  if (recording()) RecordCode(line, gap);
}

void BlockWriter::BeginCode(std::string_view language) {
  new_code_ = true;
  language_ = recording() ? language : std::string_view();
}

void BlockWriter::EndHeader() {
  if (!recording() || table_ == kNoTable) return;
  for (; table_ < blocks_->size(); ++table_) (*blocks_)[table_].header = true;
}

void BlockWriter::GoesOn() {
  if (recording() && !blocks_->empty()) blocks_->back().partial = true;
}

Block& BlockWriter::NewBlock(Kind kind, std::size_t begin) {
  Block& block = blocks_->emplace_back();
  const BlockNote note = std::exchange(note_, {});
  block.shown = {begin, out_.size()};
  block.kind = kind == Kind::kItem  ? BlockKind::kItem
               : kind == Kind::kRow ? BlockKind::kRow
                                    : BlockKind::kParagraph;
  if (note.kind != BlockKind::kParagraph) block.kind = note.kind;
  block.first_line = note.first_line == BlockNote::kHere ? line_ : note.first_line;
  block.last_line = note.last_line == BlockNote::kHere ? line_ : note.last_line;
  block.indent = note.indent == BlockNote::kHere ? indent_ : note.indent;
  block.level = note.level;
  block.numbered = note.numbered;
  block.explained = note.explained;
  block.partial = note.partial;
  block.header = note.header;
  block.cell = note.cell;
  block.touches = !std::exchange(hidden_, false) && blocks_->size() > 1;
  if (kind != Kind::kRow) table_ = kNoTable;
  if (kind != Kind::kCode) new_code_ = true;
  return block;
}

void BlockWriter::RecordText(Kind kind, std::size_t begin) {
  const std::string term = std::exchange(note_.term, {});
  Block& block = NewBlock(kind, begin);
  if (term.empty()) return;
  const std::size_t at = out_.find(term, begin);
  constexpr std::size_t kBulletBytes = 4;
  if (at == std::string::npos || at > begin + kBulletBytes) return;
  std::size_t body = at + term.size();
  while (body < out_.size()) {
    const std::size_t width = SeparatorLength(std::string_view(out_).substr(body));
    if (width == 0) break;
    body += width;
  }
  block.kind = BlockKind::kEntry;
  block.term = {at, at + term.size()};
  block.body = {body, out_.size()};
}

void BlockWriter::RecordCode(std::string_view line, bool gap) {
  const std::size_t begin = out_.size() - line.size() + line.find_first_not_of(" \t");
  const BlockKind kind = prose_ ? BlockKind::kParagraph : BlockKind::kCode;
  const bool goes_on = !new_code_ && !hidden_ && !blocks_->empty() &&
                       blocks_->back().kind == kind && !(prose_ && gap);
  if (!goes_on) {
    NewBlock(Kind::kCode, begin).kind = kind;
    blocks_->back().language = std::exchange(language_, {});
    new_code_ = false;
  }
  Block& block = blocks_->back();
  block.shown.end = out_.size();
  block.last_line = line_;
  block.lines.push_back({line_, {begin, out_.size()}});
}

Line LineOf(std::string_view text) {
  Line line{.text = text::StripRight(text), .indent = 0, .rest = {}};
  std::size_t pos = 0;
  for (; pos < line.text.size(); ++pos) {
    if (line.text[pos] == ' ') {
      ++line.indent;
    } else if (line.text[pos] == '\t') {
      line.indent += 4 - line.indent % 4;
    } else {
      break;
    }
  }
  line.rest = line.text.substr(pos);
  return line;
}

std::vector<Line> LinesOf(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t pos = 0; pos < text.size();) {
    const std::size_t end = std::min(text.find('\n', pos), text.size());
    lines.push_back(LineOf(text.substr(pos, end - pos)));
    pos = end + 1;
  }
  return lines;
}

bool IsRunOf(std::string_view line, char c, std::size_t least) {
  return line.size() >= least && line.find_first_not_of(c) == std::string_view::npos;
}

bool IsPunctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
         (c >= '{' && c <= '~');
}

bool IsWordByte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::size_t FindNear(std::string_view text, std::string_view needle, std::size_t pos, Work* work) {
  if (pos >= text.size()) return std::string_view::npos;
  const std::string_view near = text.substr(pos, kLookAhead);
  const std::size_t found = near.find(needle);
  work->steps += std::min(found, near.size());
  return found == std::string_view::npos ? found : pos + found;
}

std::size_t TagLength(std::string_view text, std::size_t pos, bool* parts_words, Work* work) {
  constexpr auto kParting = std::to_array<std::string_view>(
      {"blockquote", "br",  "dd",      "details", "div", "dt",  "h1", "h2",
       "h3",         "h4",  "h5",      "h6",      "hr",  "img", "li", "ol",
       "p",          "pre", "summary", "table",   "td",  "th",  "tr", "ul"});
  static_assert(std::ranges::is_sorted(kParting));
  *parts_words = false;
  if (text.substr(pos).starts_with("<!--")) {
    const std::size_t end = FindNear(text, "-->", pos + 4, work);
    return end == std::string_view::npos ? 0 : end + 3 - pos;
  }
  std::size_t at = pos + 1;
  if (at < text.size() && text[at] == '/') ++at;
  const std::size_t name = at;
  while (at < text.size() && (IsWordByte(text[at]) || text[at] == '-') &&
         static_cast<unsigned char>(text[at]) < 0x80) {
    ++at;
  }
  if (at == name || at == text.size() || (text[name] >= '0' && text[name] <= '9')) return 0;
  if (text[at] != '>' && text[at] != '/' && text[at] != ' ' && text[at] != '\n') return 0;
  const std::string lower = LowerAscii(text.substr(name, at - name));
  *parts_words = std::ranges::binary_search(kParting, lower);
  // A `>` in a quoted value does not end it.
  char quote = 0;
  const std::size_t limit = std::min(text.size(), pos + kLookAhead);
  for (; at < limit; ++at) {
    ++work->steps;
    const char c = text[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at + 1 - pos;
    } else if (c == '<') {
      return 0;
    }
  }
  return 0;
}

std::size_t AppendEntity(std::string_view text, std::size_t pos, std::string* out) {
  const wikitext::Entity entity = wikitext::ReadEntity(text.substr(pos, 40));
  if (entity.length > 0) text::Append(out, entity.code_point);
  return entity.length;
}

}  // namespace arborist::markup
