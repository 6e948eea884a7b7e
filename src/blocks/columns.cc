// SPDX-License-Identifier: AGPL-3.0-only
// The cells of a row in a text without markup: between pipes or tabs, or where columns of several
// lines begin at the same place, between two blanks or more. One line of spaced text alone is no
// row: two neighbours must have a column in common (AreAligned).
#include <algorithm>

#include "base/ascii.h"
#include "blocks/part.h"
#include "blocks/plain_signs.h"
#include "text/scan.h"

namespace arborist::blocks {

namespace {

constexpr std::size_t kMostCells = 256;

std::vector<Range> CellsBetween(std::string_view rest, char mark) {
  std::vector<Range> cells;
  for (std::size_t pos = 0; pos <= rest.size() && cells.size() < kMostCells;) {
    const std::size_t end = std::min(rest.find(mark, pos), rest.size());
    const Range cell = Stripped(rest, {pos, end});
    if (!cell.empty()) cells.push_back(cell);
    pos = end + 1;
  }
  return cells;
}

}  // namespace

std::vector<Range> MarkedCells(std::string_view rest) {
  std::vector<Range> cells;
  if (rest.starts_with("|") && rest.size() > 2 &&
      (rest.ends_with("|") || std::ranges::count(rest, '|') > 2)) {
    cells = CellsBetween(rest, '|');
  } else if (rest.contains('\t')) {
    cells = CellsBetween(rest, '\t');
  } else if (const std::size_t pipe = rest.find(" | "); pipe != std::string_view::npos) {
    if (rest.find(" | ", pipe + 3) != std::string_view::npos) cells = CellsBetween(rest, '|');
  }
  if (cells.size() < 2 && !rest.starts_with("|")) cells.clear();
  return cells;
}

std::vector<Range> SpacedCells(std::string_view rest, std::size_t blanks) {
  std::vector<Range> cells;
  std::size_t begin = 0;
  for (std::size_t pos = 0; pos < rest.size() && cells.size() < kMostCells;) {
    const std::size_t gap = rest.find("  ", pos);
    if (gap == std::string_view::npos) break;
    const std::size_t next = std::min(rest.find_first_not_of(' ', gap), rest.size());
    // Two blanks after a full stop separate sentences.
    const bool stop =
        gap > 0 && std::string_view(".!?:").contains(rest[gap - 1]) && next - gap == 2;
    if (!stop && next - gap >= blanks) {
      cells.push_back({begin, gap});
      begin = next;
    }
    pos = next;
  }
  if (cells.empty()) return cells;
  cells.push_back({begin, rest.size()});
  return cells;
}

bool IsTableBorder(std::string_view rest) {
  if (rest.size() < 3 || rest.find_first_not_of("|+-=: \t") != std::string_view::npos) return false;
  return rest.contains('-') || rest.contains('=');
}

bool AreAligned(const Line& line, const Line& other, std::size_t blanks) {
  const std::vector<Range> cells = SpacedCells(line.rest, blanks);
  const std::vector<Range> others = SpacedCells(other.rest, blanks);
  if (cells.size() < 2 || others.size() < 2) return false;
  // The columns of both lines are in order, so one pass over both finds a common one.
  for (std::size_t i = 1, j = 1; i < cells.size() && j < others.size();) {
    const std::size_t a = line.indent + cells[i].begin;
    const std::size_t b = other.indent + others[j].begin;
    if (a == b) return true;
    ++(a < b ? i : j);
  }
  return false;
}

bool CanBeHeader(std::string_view rest, const std::vector<Range>& cells) {
  constexpr std::size_t kLongName = 40;
  return cells.size() > 1 && std::ranges::all_of(cells, [&](const Range& cell) {
           const char first = rest[cell.begin];
           return cell.end - cell.begin <= kLongName && !IsAsciiDigit(first) && first != '-' &&
                  first != '$' && rest[cell.end - 1] != '.';
         });
}

}  // namespace arborist::blocks
