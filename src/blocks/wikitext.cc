// SPDX-License-Identifier: AGPL-3.0-only
// Blocks of wikitext. Its base is a single line, so the kinds of blocks can be read in the source
// alone. The source of each chunk is cut into pieces (WikiPieces), each piece is shown by itself,
// and the shown text is looked for in the base of the chunk, near the end of the piece before
// (WikiPlacer). Base text between two pieces that were found, of constructs that are cut or
// unusual, is a paragraph if it is long enough. The search is within 512 bytes, so that a piece
// that is not there costs little.
#include "wikitext/base.h"

#include <algorithm>
#include <utility>

#include "blocks/part.h"
#include "text/scan.h"

namespace arborist::blocks {

namespace {

constexpr std::size_t kLookAhead = 512;  // bytes of the base between two pieces at most
constexpr std::size_t kLostText = 24;    // bytes: base text without a piece is a block from here on
// Bytes of source that an open template or a row may collect.
constexpr std::size_t kLongPiece = 16'384;

struct WikiPiece {
  Kind kind = Kind::kParagraph;
  std::string source = {};
  std::size_t indent = 0;
  int level = 0;
  bool numbered = false;
  bool header = false;
  bool starts = false;
};

// Cuts the source of chunks into pieces. A table and a program go on from chunk to chunk.
class WikiPieces {
 public:
  // amid_line: the slice begins within a line, whose first mark has no meaning.
  std::vector<WikiPiece> Read(std::string_view slice, bool amid_line) {
    pieces_.clear();
    for (std::size_t pos = 0; pos < slice.size();) {
      const std::size_t end = std::min(slice.find('\n', pos), slice.size());
      const std::string_view line = slice.substr(pos, end - pos);
      if (pos == 0 && amid_line && !in_table_ && until_.empty()) {
        Append(line);
        if (depth_ == 0) Close();
      } else {
        Take(line);
      }
      pos = end + 1;
    }
    Close();
    depth_ = 0;
    return std::move(pieces_);
  }

 private:
  void Take(std::string_view line) {
    if (depth_ > 0 && open_.source.size() < kLongPiece) return Append(line);
    const std::string_view stripped = text::Strip(line);
    if (!until_.empty()) {
      Append(line);
      if (line.contains(until_)) {
        Close();
        until_ = {};
      }
      return;
    }
    if (stripped.empty()) return Close();
    if (stripped.starts_with("{|")) {
      Close();
      in_table_ = table_starts_ = true;
      return;
    }
    if (in_table_) return TakeTableLine(stripped);
    if (BeginsProgram(stripped)) return;
    if (Heading(stripped)) return;
    const std::size_t marks = std::min(line.find_first_not_of("*#:;"), line.size());
    if (marks > 0 && marks < line.size()) {
      Open({.kind = Kind::kItem, .indent = marks, .numbered = line[marks - 1] == '#'});
      return Append(line);
    }
    const bool program = line[0] == ' ' && (open_.source.empty() || open_.kind == Kind::kCode);
    const Kind kind = program ? Kind::kCode : Kind::kParagraph;
    if (open_.kind != kind) Open({.kind = kind});
    Append(line);
  }

  bool Heading(std::string_view line) {
    if (!line.starts_with("=") || !line.ends_with("=") || line.size() < 3) return false;
    const std::size_t level = std::min(line.find_first_not_of('='), line.size());
    if (level > 6) return false;
    Open({.kind = Kind::kHeading, .level = static_cast<int>(level)});
    Append(line);
    Close();
    return true;
  }

  bool BeginsProgram(std::string_view line) {
    using Tag = std::pair<std::string_view, std::string_view>;
    for (const auto& [begin, end] : {Tag{"<syntaxhighlight", "</syntaxhighlight>"},
                                     Tag{"<source", "</source>"}, Tag{"<pre", "</pre>"}}) {
      if (!line.starts_with(begin)) continue;
      Open({.kind = Kind::kCode});
      Append(line);
      depth_ = 0;
      if (line.contains(end)) {
        Close();
      } else {
        until_ = end;
      }
      return true;
    }
    return false;
  }

  void TakeTableLine(std::string_view line) {
    if (line.starts_with("|}")) {
      CloseRow();
      in_table_ = false;
      return;
    }
    if (line.starts_with("|-") || line.starts_with("|+")) return CloseRow();
    if (row_.empty()) row_header_ = line.starts_with("!");
    if (row_.size() < kLongPiece) row_.append(line).append("\n");
  }
  // Closes a row as a table of its own, so that it can be shown alone.
  void CloseRow() {
    if (row_.empty()) return;
    WikiPiece piece{.kind = Kind::kRow};
    piece.source = "{|\n" + std::exchange(row_, {}) + "|}";
    piece.header = row_header_;
    piece.starts = std::exchange(table_starts_, false);
    pieces_.push_back(std::move(piece));
  }

  void Open(WikiPiece piece) {
    Close();
    open_ = std::move(piece);
  }
  void Append(std::string_view line) {
    open_.source.append(line).append("\n");
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      if (line[i] == '{' && line[i + 1] == '{') {
        ++depth_;
        ++i;
      } else if (line[i] == '}' && line[i + 1] == '}') {
        depth_ -= depth_ > 0 ? 1 : 0;
        ++i;
      }
    }
  }
  void Close() {
    CloseRow();
    if (!open_.source.empty()) pieces_.push_back(std::move(open_));
    open_ = {};
    depth_ = 0;
  }

  std::vector<WikiPiece> pieces_;
  WikiPiece open_;
  std::string row_;
  bool row_header_ = false;
  bool in_table_ = false;
  bool table_starts_ = false;
  std::size_t depth_ = 0;  // of open templates
  std::string_view until_;
};

class WikiPlacer {
 public:
  explicit WikiPlacer(Parts* out) : out_(out) {}

  void Place(std::uint32_t chunk, const std::vector<WikiPiece>& pieces, bool amid_line) {
    base_ = out_->bases[chunk];
    chunk_ = chunk;
    pos_ = 0;
    goes_on_ = amid_line && !out_->parts.empty() && out_->parts.back().chunk + 1 == chunk;
    for (const WikiPiece& piece : pieces) {
      if (&piece != &pieces.front()) goes_on_ = false;
      const std::string shown = wikitext::ToBase(piece.source);
      if (shown.empty()) {
        hidden_ = true;
        continue;
      }
      const std::size_t at = base_.substr(pos_, shown.size() + kLookAhead).find(shown);
      if (at == std::string_view::npos) {
        hidden_ = true;
        continue;
      }
      Rest(pos_ + at);
      Add(piece, {pos_ + at, pos_ + at + shown.size()});
      pos_ += at + shown.size();
    }
    Rest(base_.size());
  }

 private:
  // Adds the base text up to `end` that no piece accounts for: the text of a construct that is cut
  // or unusual.
  void Rest(std::size_t end) {
    const Range range = Stripped(base_, {pos_, end});
    if (range.end - range.begin >= kLostText) Add({}, range);
  }
  // The range without the remains of templates and notes that begin or end in another chunk.
  Range WithoutRemains(Range range) const {
    const std::string_view text = base_.substr(0, range.end);
    std::size_t open = text.find("{{", range.begin);
    std::size_t close = text.find("}}", range.begin);
    for (; close < open; close = text.find("}}", range.begin)) {
      range.begin = close + 2;
      if (text.substr(range.begin).starts_with("</ref>")) range.begin += 6;
    }
    if (close == std::string_view::npos) {
      range.end = std::min({open, text.find("<ref", range.begin), range.end});
    }
    return Stripped(base_, range);
  }
  void Add(const WikiPiece& piece, Range shown) {
    if (out_->parts.size() >= kMostBlocks) {
      out_->cut_short = true;
      return;
    }
    shown = WithoutRemains(shown);
    if (shown.empty()) {
      hidden_ = true;
      return;
    }
    const bool goes_on = std::exchange(goes_on_, false);
    const std::size_t number =
        out_->parts.empty() ? 0 : out_->parts.back().last + (goes_on ? 0 : 1);
    const Kind kind = goes_on ? out_->parts.back().kind : piece.kind;
    Part& part = out_->parts.emplace_back();
    part.kind = kind;
    part.chunk = chunk_;
    part.shown = shown;
    part.first = part.last = number;
    part.indent = piece.indent;
    part.level = piece.level;
    part.numbered = piece.numbered;
    part.header = piece.header;
    part.starts = piece.starts;
    part.touches = !std::exchange(hidden_, false) && out_->parts.size() > 1;
    if (part.kind == Kind::kRow) part.cells = {part.shown};
  }

  Parts* out_;
  std::string_view base_;
  std::uint32_t chunk_ = 0;
  std::size_t pos_ = 0;
  bool hidden_ = false;
  bool goes_on_ = false;  // the next part continues the last one of the chunk before
};

}  // namespace

Parts ReadWikitext(std::span<const std::string_view> slices) {
  Parts read;
  WikiPieces pieces;
  for (const std::string_view slice : slices) read.bases.push_back(wikitext::ToBase(slice));
  WikiPlacer placer(&read);
  bool amid_line = false;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    placer.Place(static_cast<std::uint32_t>(i), pieces.Read(slices[i], amid_line), amid_line);
    const std::string_view slice = slices[i];
    amid_line = !slice.substr(text::StripRight(slice).size()).contains('\n');
  }
  return read;
}

}  // namespace arborist::blocks
