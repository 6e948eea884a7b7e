// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "office/writer.h"

namespace arborist::office {

// Strings that stay where they are.
class StringArena {
 public:
  std::string_view Keep(std::string_view text);

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t used_ = 0;
  std::size_t room_ = 0;
};

enum class CellKind : std::uint8_t { kText, kNumber };  // a number, date, truth value or error

struct GridCell {
  std::string_view text;
  std::uint32_t column = 0;  // from 1
  CellKind kind = CellKind::kText;
};

struct GridRow {
  std::uint32_t number = 0;   // from 1
  std::uint32_t repeats = 1;  // equal rows from here on, written once
  std::size_t first_cell = 0;
  std::size_t end_cell = 0;
};

// Rows and columns from 1, both ends included.
struct GridRange {
  std::uint32_t first_row = 0;
  std::uint32_t last_row = 0;
  std::uint32_t first_column = 0;
  std::uint32_t last_column = 0;
};

// The cells of one sheet that have a text, and are not hidden, in reading order. Nothing is kept of
// the others, so that a cell in the last corner costs what one in the first does.
struct Grid {
  StringArena strings;
  std::vector<GridCell> cells;
  std::vector<GridRow> rows;
  std::vector<GridRange> merged;
  // Whose first row is a header, as the file says. At most kMaxTables.
  std::vector<GridRange> tables;
  static constexpr std::size_t kMaxTables = 200;
  // Ends the row in work; one without cells is dropped.
  void EndRow(std::uint32_t number, std::uint32_t repeats = 1);
};

// A line a row: "Header: value; Header: value" where a header is known or found, else cells by tab.
// The name of the sheet is the first line. Anchors for the sheet and its rows.
// FROZEN xlsx-text-v1, odf-text-v1: docs/format/xlsx-text.md.
void WriteGrid(std::string_view sheet_name, const Grid& grid, Writer* writer);

// "sheet=Costs", percent-encoded.
std::string SheetFragment(std::string_view sheet_name);

// "BC12": column 55, row 12; 0 for what is missing.
struct CellPlace {
  std::uint32_t column = 0;
  std::uint32_t row = 0;
};
CellPlace ParseCellPlace(std::string_view reference);
std::optional<GridRange> ParseRange(std::string_view reference);  // "A1:C3" or "A1"
std::string ColumnName(std::uint32_t column);                     // "BC"

}  // namespace arborist::office
