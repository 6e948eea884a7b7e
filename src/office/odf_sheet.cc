// SPDX-License-Identifier: AGPL-3.0-only
// A sheet is padded with repeated empty cells up to its last corner: repeats only move the place. A
// cell with a value that repeats is written as often as it is there, in bounds; a row is written
// once for all its repeats, and its anchor names the range.
#include <algorithm>

#include "base/ascii.h"
#include "office/number_format.h"
#include "office/odf_reader.h"

namespace arborist::office {

namespace {

constexpr std::uint32_t kMaxRepeats = 1U << 24;
constexpr std::uint32_t kMaxCellRepeats = 1024;  // of a cell with a value
constexpr std::size_t kMaxHiddenRuns = 20000;

std::uint32_t RepeatsOf(xml::Node node, std::string_view attribute) {
  return std::max<std::uint32_t>(1, ToNumber(node.Get(kOdfTable, attribute), kMaxRepeats));
}

bool IsHiddenPart(xml::Node node) {
  const std::string_view visibility = node.Get(kOdfTable, "visibility");
  return visibility == "collapse" || visibility == "filter";
}

}  // namespace

xml::Visit OdfReader::EnterInSheet(xml::Node element) {
  if (element.Is(kOdfTable, "table-row") || element.Is(kOdfTable, "table-column") ||
      element.Is(kOdfTable, "shapes")) {
    return cells_ > max_cells_ ? xml::Visit::kSkip : xml::Visit::kCollect;
  }
  for (const std::string_view group :
       {"table-row-group", "table-header-rows", "table-rows", "table-columns", "table-column-group",
        "table-header-columns"}) {
    if (element.Is(kOdfTable, group)) return xml::Visit::kEnter;
  }
  return xml::Visit::kSkip;
}

void OdfReader::BeginSheet(xml::Node table) {
  sheet_ = std::make_unique<Sheet>();
  sheet_->name = table.Get(kOdfTable, "name");
}

void OdfReader::EndSheet() {
  const std::unique_ptr<Sheet> sheet = std::move(sheet_);
  if (cells_ > max_cells_) {
    writer_.Damage(
        "sheet " + Label(sheet->name),
        {ErrorCode::kLimitExceeded,
         "the workbook has more than " + std::to_string(max_cells_) + " cells with text"});
  }
  const std::uint64_t before = writer_.size();
  WriteGrid(sheet->name, sheet->grid, &writer_);
  for (const std::string& shape : sheet->shapes) writer_.Paragraph(shape);
  for (const auto& [place, comment] : sheet->comments) {
    writer_.Anchor(reading::AnchorKind::kNote,
                   Label((comment.author.empty() ? "comment" : "comment by " + comment.author) +
                         " on " + sheet->name + "!" + place),
                   SheetFragment(sheet->name) + "&range=" + place);
    writer_.Paragraph(comment.text);
  }
  writer_.EndAnchor(reading::AnchorKind::kNote);
  if (writer_.size() > before) ++units_with_text_;
}

void OdfReader::SheetColumn(xml::Node column) {
  const std::uint32_t first = sheet_->column;
  sheet_->column = std::min(kMaxRepeats, first + RepeatsOf(column, "number-columns-repeated"));
  if (!IsHiddenPart(column) || sheet_->hidden_columns.size() >= kMaxHiddenRuns) return;
  sheet_->hidden_columns.emplace_back(first, sheet_->column - 1);
}

bool OdfReader::IsHiddenColumn(std::uint32_t column) const {
  const auto& hidden = sheet_->hidden_columns;  // in order, for columns are
  const auto after =
      std::ranges::upper_bound(hidden, column, {}, &std::pair<std::uint32_t, std::uint32_t>::first);
  return after != hidden.begin() && std::prev(after)->second >= column;
}

void OdfReader::SheetRow(xml::Node row) {
  const std::uint32_t repeats = RepeatsOf(row, "number-rows-repeated");
  const bool hidden = IsHiddenPart(row);
  const std::size_t before = sheet_->grid.cells.size();
  std::uint32_t column = 1;
  for (const xml::Node cell : row.children()) {
    if (cell.is_text()) continue;
    const std::uint32_t cell_repeats = RepeatsOf(cell, "number-columns-repeated");
    if (cell.Is(kOdfTable, "table-cell")) SheetCell(cell, column, cell_repeats, hidden);
    column = std::min(kMaxRepeats, column + cell_repeats);
  }
  if (hidden && sheet_->grid.cells.size() > before) {
    reading::LeaveOut(&writer_.report(), "hidden row", Label(sheet_->name), repeats);
    sheet_->grid.cells.resize(before);
  }
  if (sheet_->grid.cells.size() > before && repeats > 1) {
    reading::LeaveOut(&writer_.report(), "repeated row", Label(sheet_->name), repeats - 1);
  }
  sheet_->grid.EndRow(sheet_->row, repeats);
  sheet_->row = std::min(kMaxRepeats, sheet_->row + repeats);
}

void OdfReader::SheetCell(xml::Node cell, std::uint32_t column, std::uint32_t repeats,
                          bool hidden_row) {
  for (const xml::Node child : cell.children()) {
    if (hidden_row || !child.Is(kOdfOffice, "annotation")) continue;
    const std::size_t before = comments_.size();
    KeepComment(child);
    if (comments_.size() == before) continue;
    sheet_->comments.emplace_back(ColumnName(column) + std::to_string(sheet_->row),
                                  std::move(comments_.back()));
    comments_.pop_back();
  }
  CellKind kind = CellKind::kText;
  const std::string value = CellValue(cell, &kind);
  if (TrimAscii(value).empty()) return;
  if (IsHiddenColumn(column)) {
    return reading::LeaveOut(&writer_.report(), "cell of a hidden column", Label(sheet_->name));
  }
  const std::uint32_t spanned = ToNumber(cell.Get(kOdfTable, "number-columns-spanned"));
  if (spanned > 1) {
    sheet_->grid.merged.push_back(
        {sheet_->row, sheet_->row, column, column + std::min(spanned, kMaxCellRepeats) - 1});
  }
  const std::string_view kept = sheet_->grid.strings.Keep(value);
  for (std::uint32_t i = 0; i < std::min(repeats, kMaxCellRepeats); ++i) {
    if (++cells_ > max_cells_) return;
    sheet_->grid.cells.push_back({.text = kept, .column = column + i, .kind = kind});
  }
}

// Dates as the file has them, in ISO 8601; all else as the cell shows it, else as its value is.
std::string OdfReader::CellValue(xml::Node cell, CellKind* kind) {
  const std::string_view type = cell.Get(kOdfOffice, "value-type");
  if (type == "date") {
    *kind = CellKind::kNumber;
    std::string date(cell.Get(kOdfOffice, "date-value"));
    std::ranges::replace(date, 'T', ' ');
    if (date.ends_with(" 00:00:00")) date.resize(date.size() - 9);
    if (!date.empty()) return date;
  }
  if (type == "float" || type == "percentage" || type == "currency" || type == "time" ||
      type == "boolean") {
    *kind = CellKind::kNumber;
  }
  std::string shown;
  for (const xml::Node child : cell.children()) {
    if (!child.Is(kOdfText, "p")) continue;
    Inline content;
    Inlines(child, &content);
    if (!shown.empty()) shown += '\n';
    shown += content.text;
  }
  if (!TrimAscii(shown).empty()) return shown;
  for (const std::string_view value : {"value", "string-value", "time-value", "boolean-value"}) {
    const std::string_view own = cell.Get(kOdfOffice, value);
    if (!own.empty()) return std::string(own);
  }
  return {};
}

}  // namespace arborist::office
