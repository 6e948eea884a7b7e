// SPDX-License-Identifier: AGPL-3.0-only
// Blocks of Markdown, reStructuredText and AsciiDoc. The base shows each chunk alone, and where a
// chunk begins amid a program or a list it may show the one as the other. So the text is read
// twice: the whole document tells the kind of each line (DocumentLines), and each chunk tells where
// it shows that line (ChunkReader). Lines are counted over the chunks by their line feeds.
#include <algorithm>
#include <utility>

#include "blocks/part.h"

namespace arborist::blocks {

namespace {

constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

// The blocks of a document, and for each line of its source the block that has it.
class DocumentLines {
 public:
  DocumentLines(markup::Base base, const std::string& text)
      : blocks_(markup::ShowBlocks(base, text, markup::Start::kDocument).blocks),
        owners_(static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1, kNobody) {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const std::size_t end = std::min(blocks_[i].last_line + 1, owners_.size());
      for (std::size_t line = blocks_[i].first_line; line < end; ++line) owners_[line] = i;
    }
  }
  std::size_t OwnerOf(std::size_t line) const {
    return line < owners_.size() ? owners_[line] : kNobody;
  }
  const markup::Block& operator[](std::size_t i) const { return blocks_[i]; }
  bool full() const { return blocks_.size() >= markup::kMostRecorded; }

 private:
  std::vector<markup::Block> blocks_;
  std::vector<std::size_t> owners_;
};

class ChunkReader {
 public:
  ChunkReader(const DocumentLines& document, std::vector<Part>* out)
      : document_(document), out_(out) {}

  void Read(std::uint32_t chunk, std::size_t first_line, const markup::Shown& shown) {
    chunk_ = chunk;
    first_line_ = first_line;
    base_ = shown.text;
    for (const markup::Block& block : shown.blocks) {
      if (block.lines.empty()) {
        Whole(block);
      } else {
        LineByLine(block);
      }
    }
  }

 private:
  // Lines that the chunk joined are one block, whatever the document has there. If some of them are
  // program text in the document, all are: no sentence can be told from it.
  void Whole(const markup::Block& block) {
    std::size_t owner = kNobody;
    for (std::size_t i = block.first_line; i <= block.last_line; ++i) {
      const std::size_t candidate = document_.OwnerOf(first_line_ + i);
      if (candidate == kNobody) continue;
      if (owner == kNobody ||
          (document_[candidate].kind == Kind::kCode && document_[owner].kind != Kind::kCode)) {
        owner = candidate;
      }
    }
    if (owner != kNobody) Add(owner, block.shown, &block);
  }

  // Text shown as program text keeps its lines, so each line gets the kind that the document says.
  void LineByLine(const markup::Block& block) {
    for (const markup::CodeLine& line : block.lines) {
      const std::size_t owner = document_.OwnerOf(first_line_ + line.source);
      if (owner == kNobody) continue;
      Range shown = line.shown;
      if (document_[owner].kind == Kind::kHeading) shown = WithoutMarks(shown);
      Add(owner, shown, nullptr);
    }
  }
  // The range of a heading that is shown with its marks, without these.
  Range WithoutMarks(Range shown) const {
    const std::string_view title = base_.substr(shown.begin, shown.end - shown.begin);
    const std::size_t begin = title.find_first_not_of(title[0] == '=' ? "= " : "# ");
    return begin == std::string_view::npos ? shown : Range{shown.begin + begin, shown.end};
  }

  void Add(std::size_t owner, Range shown, const markup::Block* block) {
    if (!out_->empty() && out_->back().chunk == chunk_ && out_->back().last == owner &&
        out_->back().kind != Kind::kRow) {
      out_->back().shown.end = shown.end;
      if (out_->back().kind == Kind::kEntry) out_->back().body.end = shown.end;
      return;
    }
    const markup::Block& truth = document_[owner];
    Part part{.kind = truth.kind,
              .chunk = chunk_,
              .shown = shown,
              .first = owner,
              .last = owner,
              .indent = truth.indent,
              .level = truth.level,
              .numbered = truth.numbered,
              .header = truth.header,
              .starts = truth.starts,
              .partial = truth.partial,
              .explained = truth.explained,
              .touches = truth.touches,
              .cell = truth.cell,
              .term = {},
              .body = {},
              .cells = {},
              .language = truth.language};
    if (truth.kind == Kind::kEntry) {
      if (block != nullptr && block->kind == Kind::kEntry) {
        part.term = block->term;
        part.body = block->body;
      } else {
        part.kind = Kind::kParagraph;  // its term is in the chunk before
      }
    }
    if (truth.kind == Kind::kRow) {
      if (block != nullptr && block->kind == Kind::kRow) {
        part.cells = block->cells;
      } else {
        part.cells = {shown};
      }
    }
    out_->push_back(std::move(part));
  }

  const DocumentLines& document_;
  std::vector<Part>* out_;
  std::uint32_t chunk_ = 0;
  std::size_t first_line_ = 0;
  std::string_view base_;
};

}  // namespace

Parts ReadMarkup(markup::Base base, std::span<const std::string_view> slices) {
  std::string text;
  for (const std::string_view slice : slices) text += slice;
  const DocumentLines document(base, text);
  Parts read;
  ChunkReader reader(document, &read.parts);
  std::size_t line = 0;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    markup::Shown shown = markup::ShowBlocks(base, slices[i]);
    reader.Read(static_cast<std::uint32_t>(i), line, shown);
    read.bases.push_back(std::move(shown.text));
    line += static_cast<std::size_t>(std::ranges::count(slices[i], '\n'));
  }
  read.cut_short = document.full();
  return read;
}

}  // namespace arborist::blocks
