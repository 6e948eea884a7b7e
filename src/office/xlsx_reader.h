// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "office/drawing.h"
#include "office/grid.h"
#include "office/number_format.h"
#include "office/package.h"
#include "office/writer.h"
#include "xml/tree.h"

namespace arborist::office {

// What the sheets of a workbook share: strings, formats, the system of dates. Private to xlsx_*.
struct Workbook {
  DateSystem dates = DateSystem::k1900;
  StringArena arena;
  std::vector<std::string_view> strings;
  // By style of a cell; null: a plain number.
  std::vector<const NumberFormat*> styles;
  std::map<std::uint32_t, std::unique_ptr<NumberFormat>> formats;
  std::map<std::string, std::string, std::less<>> people;  // of threaded comments, by id
};

void ReadSharedStrings(Package* package, std::string_view workbook_part, Workbook* workbook,
                       Writer* writer);
void ReadSheetStyles(Package* package, std::string_view workbook_part, Workbook* workbook,
                     Writer* writer);

// The text of a string item (si, is, text of a comment): its runs joined with nothing, without
// phonetic readings, _x000D_ and its like decoded.
std::string StringItem(xml::Node item);

// The cells of one worksheet.
class SheetReader final : public xml::Visitor {
 public:
  SheetReader(const Workbook* workbook, std::string_view name, std::uint64_t cells_left,
              Writer* writer);

  xml::Visit Enter(xml::Node element, std::size_t depth) override;
  void Take(xml::Node subtree) override;

  Grid& grid() { return grid_; }
  std::uint64_t cells() const { return cells_; }
  bool is_over() const { return cells_ > cells_left_; }
  std::uint64_t rows_with_text() const { return grid_.rows.size(); }

 private:
  void Columns(xml::Node columns);
  void Row(xml::Node row);
  void Cell(xml::Node cell, std::uint32_t column);
  std::string_view ValueOf(xml::Node cell, CellKind* kind);
  std::string_view NumberOf(xml::Node cell, std::string_view value);
  bool IsHiddenColumn(std::uint32_t column) const;

  const Workbook* const workbook_;
  const std::string label_;  // of the sheet
  const std::uint64_t cells_left_;
  Writer* const writer_;
  Grid grid_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> hidden_columns_;
  std::uint64_t cells_ = 0;
  std::uint32_t last_row_ = 0;
};

// What stands beside the cells: tables (their headers), comments, text boxes and charts.
void ReadTables(Package* package, std::string_view sheet_part, Grid* grid, Writer* writer);
void WriteSheetComments(Package* package, std::string_view sheet_part, std::string_view sheet_name,
                        const Workbook& workbook, Writer* writer);
void WriteSheetDrawings(Package* package, std::string_view sheet_part, ChartValues values,
                        Writer* writer);

}  // namespace arborist::office
