// SPDX-License-Identifier: AGPL-3.0-only
// Joins parts that mean one block: a term with its explanation, the cells of a row. Only parts that
// follow each other in one chunk are joined, so that a block stays one range of the chunk.
#include <utility>

#include "blocks/part.h"
#include "text/scan.h"

namespace arborist::blocks {

namespace {

bool Follows(const Part& part, const Part& next) {
  return next.chunk == part.chunk && next.touches && next.first == part.last + 1;
}

void Extend(Part* part, const Part& next) {
  part->shown.end = next.shown.end;
  part->last = next.last;
}

class Joiner {
 public:
  explicit Joiner(std::span<const std::string> bases) : bases_(bases) {}

  std::vector<Part> Run(std::vector<Part> parts) {
    for (Part& part : parts) {
      if (part.cell != CellPlace::kNone && part.kind != Kind::kCode) ToRow(&part);
      if (!out_.empty() && (JoinCell(part) || JoinBody(part))) continue;
      if (part.explained && part.kind == Kind::kParagraph) {
        part.kind = Kind::kEntry;
        part.term = part.shown;
        part.body = {part.shown.end, part.shown.end};
      }
      out_.push_back(std::move(part));
    }
    return std::move(out_);
  }

 private:
  // Makes a row of an item that is a cell, without its bullet and the mark of the row.
  void ToRow(Part* part) const {
    if (part->kind == Kind::kRow) return;
    Range cell = part->shown;
    const std::string_view base = bases_[part->chunk];
    for (const std::string_view mark : {"\u2022 ", "- "}) {
      if (base.substr(cell.begin, cell.end - cell.begin).starts_with(mark)) {
        cell.begin += mark.size();
      }
    }
    part->kind = Kind::kRow;
    part->cells = {Stripped(base, cell)};
    part->numbered = false;
  }

  bool JoinCell(const Part& part) {
    Part& row = out_.back();
    if (part.cell != CellPlace::kNext || row.kind != Kind::kRow || row.cell == CellPlace::kNone ||
        row.chunk != part.chunk) {
      return false;
    }
    Extend(&row, part);
    row.cells.insert(row.cells.end(), part.cells.begin(), part.cells.end());
    return true;
  }

  // A term without a body takes the next part: another term for the same body, or the explanation
  // of both.
  bool JoinBody(const Part& part) {
    Part& entry = out_.back();
    if (entry.kind != Kind::kEntry || !entry.body.empty() || !Follows(entry, part)) return false;
    if (part.kind == Kind::kEntry) {
      entry.term.end = part.term.end;
      entry.body = part.body;
    } else if (part.kind == Kind::kParagraph && part.explained && part.indent == entry.indent) {
      entry.term.end = part.shown.end;
      entry.body = {part.shown.end, part.shown.end};
    } else if (part.kind == Kind::kParagraph && !part.explained &&
               (part.indent > entry.indent || !entry.explained)) {
      entry.body = part.shown;
    } else {
      return false;
    }
    Extend(&entry, part);
    return true;
  }

  std::span<const std::string> bases_;
  std::vector<Part> out_;
};

}  // namespace

Range Stripped(std::string_view text, Range range) {
  const std::string_view inner = text::Strip(text.substr(range.begin, range.end - range.begin));
  if (inner.empty()) return {range.begin, range.begin};
  const auto begin = static_cast<std::size_t>(inner.data() - text.data());
  return {begin, begin + inner.size()};
}

void JoinParts(std::span<const std::string> bases, std::vector<Part>* parts) {
  *parts = Joiner(bases).Run(std::move(*parts));
}

}  // namespace arborist::blocks
