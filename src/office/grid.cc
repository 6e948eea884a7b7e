// SPDX-License-Identifier: AGPL-3.0-only
// Where a file does not say which rows are headers they are found: a row of two texts or more, all
// different, without a number, over a row of the same columns. A header with merged cells is two
// rows deep, and their texts are joined. An empty row ends a block, and the search begins anew.
#include "office/grid.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <span>

#include "base/ascii.h"

namespace arborist::office {

using reading::AnchorKind;

namespace {

constexpr std::size_t kArenaBlock = std::size_t{64} << 10;
constexpr std::size_t kMaxHeaderBytes = 200;
constexpr std::size_t kRowsToJudge = 5;           // under a header of two columns
constexpr std::size_t kRowAnchorsAtMost = 10000;  // of a sheet; beyond, several rows share one
constexpr std::uint32_t kMaxColumn = 1U << 24;
constexpr std::size_t kMaxMerged = 50000;  // looked at in one sheet
constexpr std::uint32_t kMaxSpan = 100;    // columns under one merged header

using Headers = std::map<std::uint32_t, std::string>;  // by column

// The merged cells of a row that reach over columns, by their first column.
class Spans {
 public:
  explicit Spans(const Grid& grid) {
    for (const GridRange& range : grid.merged) {
      if (by_place_.size() == kMaxMerged) return;
      if (range.last_column > range.first_column) {
        by_place_[{range.first_row, range.first_column}] = range.last_column;
      }
    }
  }
  // 0: no merged cell begins here.
  std::uint32_t LastColumn(std::uint32_t row, std::uint32_t column) const {
    const auto found = by_place_.find({row, column});
    return found == by_place_.end() ? 0 : found->second;
  }

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> by_place_;
};

class SheetWriter {
 public:
  SheetWriter(std::string_view name, const Grid& grid, Writer* writer)
      : name_(name), grid_(grid), writer_(writer), spans_(grid) {}

  void Write() {
    const std::string fragment = SheetFragment(name_);
    writer_->AskParagraph();
    writer_->Anchor(AnchorKind::kSheet, Label(name_), fragment);
    if (!grid_.rows.empty()) writer_->Line(OneLine(name_));
    const std::size_t step = 1 + grid_.rows.size() / kRowAnchorsAtMost;
    std::size_t until = 0;  // rows up to here have their anchor
    for (std::size_t i = 0; i < grid_.rows.size() && !writer_->is_full(); ++i) {
      if (i >= until) {
        until = std::min(i + step, grid_.rows.size());
        RowAnchor(fragment, grid_.rows[i], grid_.rows[until - 1]);
      }
      WriteRow(i);
    }
    writer_->AskParagraph();
  }

 private:
  void RowAnchor(const std::string& fragment, const GridRow& first, const GridRow& last) {
    const std::uint32_t end = last.number + (last.repeats - 1);
    const std::string begin = std::to_string(first.number);
    const std::string range = begin + ":" + std::to_string(end);
    writer_->Anchor(
        AnchorKind::kRow,
        Label(name_) + (end == first.number ? ", row " + begin
                                            : ", rows " + begin + "-" + std::to_string(end)),
        fragment + "&range=" + range);
  }

  std::span<const GridCell> CellsOf(std::size_t row) const {
    const GridRow& one = grid_.rows[row];
    return std::span(grid_.cells).subspan(one.first_cell, one.end_cell - one.first_cell);
  }

  bool Adjoins(std::size_t row) const {  // the row before it, without a gap
    if (row == 0 || row >= grid_.rows.size()) return false;
    const GridRow& before = grid_.rows[row - 1];
    return grid_.rows[row].number == before.number + before.repeats;
  }

  void WriteRow(std::size_t row) {
    if (!grid_.tables.empty()) {
      TakeTableHeaders(row);
    } else if (row >= header_end_ && (row == 0 || !Adjoins(row) || headers_.empty())) {
      FindHeaders(row);
    }
    const bool is_header = row < header_end_;
    std::string line;
    for (const GridCell& cell : CellsOf(row)) {
      const std::string* const header = is_header ? nullptr : HeaderOf(row, cell.column);
      const std::string value = OneLine(cell.text);
      if (value.empty()) continue;
      if (!line.empty()) line += header != nullptr || labelled_ ? "; " : "\t";
      labelled_ = header != nullptr;
      if (header != nullptr) line += *header + (header->ends_with(':') ? " " : ": ");
      line += value;
    }
    labelled_ = false;
    writer_->Line(line);
  }

  const std::string* HeaderOf(std::size_t row, std::uint32_t column) const {
    if (!grid_.tables.empty() && !InTable(grid_.rows[row].number, column)) return nullptr;
    const auto found = headers_.find(column);
    return found == headers_.end() || found->second.empty() ? nullptr : &found->second;
  }

  // A row that is the header of a table is not below one.
  bool InTable(std::uint32_t row, std::uint32_t column) const {
    return std::ranges::any_of(grid_.tables, [&](const GridRange& table) {
      return row > table.first_row && row <= table.last_row && column >= table.first_column &&
             column <= table.last_column;
    });
  }

  void TakeTableHeaders(std::size_t row) {
    const std::uint32_t number = grid_.rows[row].number;
    for (const GridRange& table : grid_.tables) {
      if (table.first_row != number) continue;
      for (const GridCell& cell : CellsOf(row)) {
        if (cell.column >= table.first_column && cell.column <= table.last_column) {
          headers_[cell.column] = OneLine(cell.text);
        }
      }
    }
  }

  // The texts of a row by column, those of merged cells over all their columns. Nothing if one is
  // no text or too long.
  std::optional<Headers> TextsOf(std::size_t row, bool* has_spans) const {
    Headers texts;
    for (const GridCell& cell : CellsOf(row)) {
      if (cell.kind != CellKind::kText || cell.text.size() > kMaxHeaderBytes) return std::nullopt;
      const std::string text = OneLine(cell.text);
      const std::uint32_t last = spans_.LastColumn(grid_.rows[row].number, cell.column);
      if (last != 0) *has_spans = true;
      const std::uint32_t end = std::min(std::max(last, cell.column), cell.column + kMaxSpan);
      for (std::uint32_t column = cell.column; column <= end; ++column) texts[column] = text;
    }
    return texts;
  }

  void FindHeaders(std::size_t row) {
    Headers found;
    std::size_t end = row;
    if (!LooksLikeHeader(row, &found, &end)) {
      // Below an empty row a header stays if the columns are its.
      const bool fits = !headers_.empty() && std::ranges::all_of(CellsOf(row), [&](auto& cell) {
        return headers_.contains(cell.column);
      });
      if (!fits || CellsOf(row).size() < 2) headers_.clear();
      return;
    }
    headers_ = std::move(found);
    header_end_ = end;
  }

  bool LooksLikeHeader(std::size_t row, Headers* headers, std::size_t* end) const {
    bool has_spans = false;
    auto texts = TextsOf(row, &has_spans);
    if (!texts || CellsOf(row).size() < 2 || !Adjoins(row + 1)) return false;
    *end = row + 1;
    if (has_spans) {
      bool ignored = false;
      const auto below = TextsOf(row + 1, &ignored);
      if (!below || CellsOf(row + 1).size() < 2 || !Adjoins(row + 2)) return false;
      for (const auto& [column, text] : *below) {
        std::string& joined = (*texts)[column];
        joined = joined.empty() || joined == text ? text : joined + " " + text;
      }
      *end = row + 2;
    }
    std::set<std::string_view> different;
    for (const auto& [column, text] : *texts) different.insert(text);
    if (different.size() < texts->size()) return false;
    if (!FitsBelow(*texts, *end)) return false;
    *headers = std::move(*texts);
    return true;
  }

  // Whether the row at `row` has the columns of the header and no others, at least half of them.
  bool FitsBelow(const Headers& headers, std::size_t row) const {
    const auto cells = CellsOf(row);
    if (cells.size() * 2 < headers.size()) return false;
    for (const GridCell& cell : cells) {
      if (!headers.contains(cell.column)) return false;
    }
    return headers.size() > 2 || HasNumbersBelow(headers, row);
  }

  // Two columns of texts may as well be names and values: a column of numbers decides.
  bool HasNumbersBelow(const Headers& headers, std::size_t row) const {
    return std::ranges::any_of(headers, [&](const auto& header) {
      for (std::size_t i = row; i < row + kRowsToJudge; ++i) {
        if (i > row && !Adjoins(i)) return false;
        if (i >= grid_.rows.size()) return false;
        const auto cells = CellsOf(i);
        if (std::ranges::none_of(cells, [&](const GridCell& cell) {
              return cell.column == header.first && cell.kind == CellKind::kNumber;
            })) {
          return false;
        }
      }
      return true;
    });
  }

  const std::string_view name_;
  const Grid& grid_;
  Writer* const writer_;
  const Spans spans_;
  Headers headers_;
  std::size_t header_end_ = 0;  // rows before this are the header
  bool labelled_ = false;       // the cell before was written with its header
};

}  // namespace

std::string_view StringArena::Keep(std::string_view text) {
  if (text.empty()) return {};
  if (room_ - used_ < text.size()) {
    room_ = std::max(kArenaBlock, text.size());
    used_ = 0;
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(room_));
  }
  char* const begin = blocks_.back().get() + used_;
  std::memcpy(begin, text.data(), text.size());
  used_ += text.size();
  return {begin, text.size()};
}

void Grid::EndRow(std::uint32_t number, std::uint32_t repeats) {
  const std::size_t first = rows.empty() ? 0 : rows.back().end_cell;
  if (cells.size() == first) return;
  rows.push_back({.number = number,
                  .repeats = std::max<std::uint32_t>(repeats, 1),
                  .first_cell = first,
                  .end_cell = cells.size()});
}

void WriteGrid(std::string_view sheet_name, const Grid& grid, Writer* writer) {
  SheetWriter(sheet_name, grid, writer).Write();
}

std::string SheetFragment(std::string_view sheet_name) {
  std::string fragment = "sheet=";
  for (const char c : sheet_name) {
    if (IsUriUnreserved(c)) {
      fragment += c;
    } else {
      AppendPercentEncoded(&fragment, c);
    }
  }
  return fragment;
}

CellPlace ParseCellPlace(std::string_view reference) {
  CellPlace place;
  for (const char c : reference) {
    if (c == '$') continue;
    if (IsAsciiLetter(c)) {
      place.column = place.column * 26 + static_cast<std::uint32_t>(UpperAscii(c) - 'A' + 1);
      if (place.column > kMaxColumn) return {};
    } else if (IsAsciiDigit(c)) {
      place.row = place.row * 10 + static_cast<std::uint32_t>(c - '0');
      if (place.row > std::numeric_limits<std::uint32_t>::max() / 16) return {};
    } else {
      return {};
    }
  }
  return place;
}

std::optional<GridRange> ParseRange(std::string_view reference) {
  const std::size_t colon = reference.find(':');
  const CellPlace first = ParseCellPlace(reference.substr(0, colon));
  const CellPlace last =
      colon == std::string_view::npos ? first : ParseCellPlace(reference.substr(colon + 1));
  if (first.row == 0 || first.column == 0 || last.row < first.row || last.column < first.column) {
    return std::nullopt;
  }
  return GridRange{first.row, last.row, first.column, last.column};
}

std::string ColumnName(std::uint32_t column) {
  std::string name;
  for (; column > 0; column = (column - 1) / 26) {
    name.insert(0, 1, static_cast<char>('A' + (column - 1) % 26));
  }
  return name;
}

}  // namespace arborist::office
