// SPDX-License-Identifier: AGPL-3.0-only
// Looks for runs of rows that all have a gap at the same place. A run is two columns if it is long
// enough and both sides read as prose: many letters a part, in several words.
#include "pdf/welded.h"

#include <algorithm>
#include <optional>

namespace arborist::pdf {
namespace {

constexpr std::size_t kMinRows = 4;
constexpr float kMinGutter = 0.8F;             // of the size
constexpr std::size_t kMinColumnLetters = 18;  // of a part, on average
constexpr int kMaxColumns = 3;                 // and one more at the right
constexpr float kRagged = 0.2F;                // of a column's width
constexpr float kMaxStep = 3.0F;               // of the size, from line to line

struct Gutter {
  float begin = 0;
  float end = 0;
};

// The first gap of a row that is wide enough and overlaps the gutter so far.
std::optional<Gutter> GapIn(const Row& row, const std::optional<Gutter>& so_far) {
  for (std::size_t i = 0; i + 1 < row.segments.size(); ++i) {
    Gutter gap{row.segments[i]->end, row.segments[i + 1]->begin};
    if (so_far) gap = {std::max(gap.begin, so_far->begin), std::min(gap.end, so_far->end)};
    if (gap.end - gap.begin >= kMinGutter * row.first().size) return gap;
  }
  return std::nullopt;
}

struct Sides {
  Row left;
  Row right;
};

Sides PartAt(const Row& row, const Gutter& gutter) {
  Sides sides;
  const float middle = (gutter.begin + gutter.end) / 2;
  for (const Segment* segment : row.segments)
    (segment->end <= middle ? sides.left : sides.right).segments.push_back(segment);
  return sides;
}

bool IsProse(const Page& page, const std::vector<Row>& rows) {
  std::size_t letters = 0;
  std::size_t spaces = 0;
  for (const Row& row : rows) {
    for (const Segment* segment : row.segments) {
      for (const Glyph& glyph : page.GlyphsOf(*segment)) ++(glyph.c == U' ' ? spaces : letters);
    }
  }
  if (letters < kMinColumnLetters * rows.size() || spaces < 2 * rows.size()) return false;
  // Lines of prose end near the edge of their column, but for the last of a paragraph.
  float begin = rows.front().first().begin;
  float end = rows.front().last().end;
  for (const Row& row : rows) {
    begin = std::min(begin, row.first().begin);
    end = std::max(end, row.last().end);
  }
  const auto full = std::ranges::count_if(
      rows, [&](const Row& row) { return row.last().end > end - kRagged * (end - begin); });
  return static_cast<std::size_t>(full) * 5 >= rows.size() * 3;
}

// Whether a row stands right under another.
bool IsUnder(const Row& above, const Row& below) {
  const float step = below.first().baseline - above.first().baseline;
  return step > 0 && step < kMaxStep * below.first().size &&
         below.first().direction_x == above.first().direction_x;
}

// How many rows from `from` have the gutter, which is found on the way. Rows with one part that
// lies on one side of it belong to the run.
std::size_t RunOf(const std::vector<Row>& rows, std::size_t from, Gutter* gutter) {
  std::optional<Gutter> so_far = GapIn(rows[from], std::nullopt);
  if (!so_far) return 0;
  std::size_t end = from + 1;
  std::size_t last_with_gap = from;
  for (; end < rows.size(); ++end) {
    const Row& row = rows[end];
    if (!IsUnder(rows[end - 1], row)) break;
    const bool one_side = row.last().end <= so_far->begin || row.first().begin >= so_far->end;
    if (row.segments.size() == 1 && one_side) continue;
    const auto gap = GapIn(row, so_far);
    if (!gap) break;
    so_far = gap;
    last_with_gap = end;
  }
  *gutter = *so_far;
  return last_with_gap + 1 - from;
}

// Each row is looked at once for each of its columns.
void PartRuns(const Page& page, std::vector<Row> rows, int columns, std::vector<Row>* out) {
  for (std::size_t i = 0; i < rows.size();) {
    Gutter gutter;
    const std::size_t run = std::max<std::size_t>(RunOf(rows, i, &gutter), 1);
    std::vector<Row> left;
    std::vector<Row> right;
    for (std::size_t j = i; run >= kMinRows && j < i + run; ++j) {
      Sides sides = PartAt(rows[j], gutter);
      if (!sides.left.segments.empty()) left.push_back(std::move(sides.left));
      if (!sides.right.segments.empty()) right.push_back(std::move(sides.right));
    }
    if (!left.empty() && !right.empty() && IsProse(page, left) && IsProse(page, right)) {
      out->insert(out->end(), left.begin(), left.end());
      if (columns < kMaxColumns) {
        PartRuns(page, std::move(right), columns + 1, out);
      } else {
        out->insert(out->end(), right.begin(), right.end());
      }
    } else {
      out->insert(out->end(), rows.begin() + static_cast<std::ptrdiff_t>(i),
                  rows.begin() + static_cast<std::ptrdiff_t>(i + run));
    }
    i += run;
  }
}

}  // namespace

std::vector<Row> PartWeldedColumns(const Page& page, std::vector<Row> rows) {
  if (rows.size() < kMinRows) return rows;
  std::vector<Row> parted;
  parted.reserve(rows.size());
  PartRuns(page, std::move(rows), 1, &parted);
  return parted;
}

}  // namespace arborist::pdf
