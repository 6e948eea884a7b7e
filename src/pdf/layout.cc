// SPDX-License-Identifier: AGPL-3.0-only
// Segments become rows, rows become lines. The library starts a new block wherever the gap to the
// next line is more than 1.4 of its size, so a page with wide line spacing is all blocks: blocks
// are joined again where the gap is the usual one of the page and the lines stand under each other.
#include "pdf/layout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "pdf/row_text.h"
#include "pdf/welded.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::pdf {
namespace {

constexpr float kSameBaseline = 0.35F;  // of the size
constexpr float kBackwards = 0.3F;      // a step back by more is a new row
constexpr float kShort = 0.75F;         // of the next line
constexpr float kSameSize = 0.15F;
constexpr std::size_t kLeadings = 64;  // classes of line gaps, each a twentieth of the size
constexpr float kLeadingClass = 0.05F;

bool OnOneBaseline(const Segment& a, const Segment& b) {
  const float size = std::max(a.size, b.size);
  return a.block == b.block && std::abs(a.direction_x - b.direction_x) < 0.01F &&
         std::abs(a.direction_y - b.direction_y) < 0.01F &&
         std::abs(a.baseline - b.baseline) < kSameBaseline * size;
}

// Segments on one baseline; parted where one steps back, unless the script does.
void AppendRows(const Page& page, const std::vector<const Segment*>& group,
                std::vector<Row>* rows) {
  if (group.size() == 1 || RunsRightToLeft(page, group)) {
    rows->push_back({group});
    return;
  }
  Row row;
  for (const Segment* segment : group) {
    if (!row.segments.empty() && segment->begin < row.last().end - kBackwards * segment->size) {
      rows->push_back(std::move(row));
      row = {};
    }
    row.segments.push_back(segment);
  }
  rows->push_back(std::move(row));
}

std::vector<Row> RowsOf(const Page& page) {
  std::vector<Row> rows;
  std::vector<const Segment*> group;
  for (const Segment& segment : page.segments) {
    if (!group.empty() && !OnOneBaseline(*group.back(), segment)) {
      AppendRows(page, group, &rows);
      group.clear();
    }
    group.push_back(&segment);
  }
  if (!group.empty()) AppendRows(page, group, &rows);
  return rows;
}

Line LineOf(const Page& page, const Row& row) {
  Line line{.text = TextOf(page, row), .box = row.first().box, .size = row.first().size};
  line.first_font = page.glyphs[row.first().first].font;
  for (const Segment* segment : row.segments) {
    const auto glyphs = page.GlyphsOf(*segment);
    const bool other = std::ranges::any_of(
        glyphs, [&](const Glyph& glyph) { return glyph.font != line.first_font; });
    if (other) line.fonts = Line::Fonts::kSeveral;
    line.size = std::max(line.size, segment->size);
    line.box = {std::min(line.box.x0, segment->box.x0), std::min(line.box.y0, segment->box.y0),
                std::max(line.box.x1, segment->box.x1), std::max(line.box.y1, segment->box.y1)};
  }
  return line;
}

float LeadingOf(const Line& above, const Line& below) {
  return (below.box.y1 - above.box.y1) / std::max(below.size, 0.1F);
}

// The commonest distance of lines on the page, as a multiple of the size.
float UsualLeading(const std::vector<Line>& lines) {
  std::array<std::size_t, kLeadings> counts{};
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const float leading = LeadingOf(lines[i - 1], lines[i]);
    if (!(leading > 0.8F) || leading >= kLeadings * kLeadingClass) continue;
    ++counts[static_cast<std::size_t>(leading / kLeadingClass)];
  }
  const auto most = std::ranges::max_element(counts);
  if (*most == 0) return 1.2F;
  return (static_cast<float>(most - counts.begin()) + 0.5F) * kLeadingClass;
}

bool IsNextOfParagraph(const Line& above, const Line& below, float usual) {
  const float leading = LeadingOf(above, below);
  return std::abs(leading - usual) < 0.15F * usual + kLeadingClass &&
         std::abs(below.size - above.size) < kSameSize * above.size &&
         std::abs(below.box.x0 - above.box.x0) < 0.6F * above.size &&
         below.box.x1 < above.box.x1 + 2 * above.size;
}

// A short line in one font with text in another under it.
bool IsHeadingOf(const Line& above, const Line& below) {
  return above.fonts == Line::Fonts::kOne && above.first_font != below.first_font &&
         above.box.x1 - above.box.x0 < kShort * (below.box.x1 - below.box.x0) &&
         !GoesOn(above.text, below.text);
}

// Columns and the tops of pages: the paragraph goes on elsewhere.
bool GoesOnElsewhere(const Line& above, const Line& below) {
  return std::abs(below.size - above.size) < kSameSize * above.size &&
         below.box.y1 < above.box.y1 && GoesOn(above.text, below.text);
}

}  // namespace

bool GoesOn(std::string_view text, std::string_view next) {
  constexpr std::string_view kClosing = "\"')]}";
  while (!text.empty() && kClosing.contains(text.back())) text.remove_suffix(1);
  if (text.empty() || next.empty()) return false;
  std::size_t pos = text::PreviousStart(text, text.size());
  const char32_t last = text::Decode(text, &pos);
  for (const char32_t mark :
       std::u32string_view(U".!?:;\u2026\u3002\uFF01\uFF1F\u061F\u06D4\u2022")) {
    if (last == mark) return false;
  }
  pos = 0;
  return text::HasFlag(text::Decode(next, &pos), text::kLower);
}

std::vector<Line> LinesOf(const Page& page) {
  const std::vector<Row> rows = PartWeldedColumns(page, RowsOf(page));
  std::vector<Line> lines;
  std::vector<std::uint32_t> blocks;
  for (const Row& row : rows) {
    Line line = LineOf(page, row);
    if (line.text.empty()) continue;
    lines.push_back(std::move(line));
    blocks.push_back(row.first().block);
  }
  const float usual = UsualLeading(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool joined =
        i > 0 && !IsHeadingOf(lines[i - 1], lines[i]) &&
        (blocks[i] == blocks[i - 1] || IsNextOfParagraph(lines[i - 1], lines[i], usual) ||
         GoesOnElsewhere(lines[i - 1], lines[i]));
    if (!joined) lines[i].start = Line::Start::kParagraph;
  }
  return lines;
}

}  // namespace arborist::pdf
