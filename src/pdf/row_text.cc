// SPDX-License-Identifier: AGPL-3.0-only
// A row's glyphs become text. From left to right they stand in the order in which they were drawn.
// Of right-to-left scripts some programs draw the first letter first and others the leftmost, so
// there the place on paper decides: glyphs are sorted from left to right, each with its marks, and
// the line is read backwards (text/bidi.h).
#include "pdf/row_text.h"

#include <algorithm>

#include "text/bidi.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::pdf {
namespace {

constexpr float kTabGap = 2.0F;    // of the size
constexpr float kSpaceGap = 0.2F;  // between segments, and where sorting has moved the spaces
constexpr float kNoWidth = 0.02F;

std::vector<Glyph> GlyphsOf(const Page& page, const Row& row) {
  std::vector<Glyph> glyphs;
  for (const Segment* segment : row.segments) {
    const auto part = page.GlyphsOf(*segment);
    glyphs.insert(glyphs.end(), part.begin(), part.end());
  }
  return glyphs;
}

// Whether a glyph is a further character of the one before it: a ligature that stands for several
// letters gives the first its width and the others none.
bool IsRestOfLigature(const Glyph& glyph, const Glyph& before) {
  const float reach = kNoWidth * glyph.size;
  return glyph.end - glyph.begin < reach && glyph.begin > before.begin - reach &&
         glyph.begin < before.end + reach;
}

// From left to right. Marks stay behind the letter that they were drawn behind; the letters of a
// ligature, which come in reading order, are turned round as all others will be.
void SortByPlace(std::vector<Glyph>* glyphs) {
  struct Cluster {
    float begin;
    std::vector<Glyph> glyphs;
  };
  std::vector<Cluster> clusters;
  for (const Glyph& glyph : *glyphs) {
    const bool mark = text::HasFlag(glyph.c, text::kCombining) && !clusters.empty();
    if (mark) {
      clusters.back().glyphs.push_back(glyph);
    } else if (!clusters.empty() && IsRestOfLigature(glyph, clusters.back().glyphs.front())) {
      const Glyph& first = clusters.back().glyphs.front();
      Glyph placed = glyph;
      placed.begin = first.begin;
      placed.end = first.end;
      clusters.back().glyphs.insert(clusters.back().glyphs.begin(), placed);
    } else {
      clusters.push_back({glyph.begin, {glyph}});
    }
  }
  std::ranges::stable_sort(clusters, {}, &Cluster::begin);
  glyphs->clear();
  for (const Cluster& cluster : clusters)
    glyphs->insert(glyphs->end(), cluster.glyphs.begin(), cluster.glyphs.end());
}

enum class Order : std::uint8_t { kDrawn, kSorted };

// Joins glyphs with the gaps between them.
std::string Join(const std::vector<Glyph>& glyphs, Order order) {
  std::string out;
  const Glyph* before = nullptr;
  float end = 0;  // of all before
  bool space = false;
  for (const Glyph& glyph : glyphs) {
    if (glyph.c == U' ') {
      space = true;
      continue;
    }
    if (before != nullptr) {
      const float size = std::max(before->size, glyph.size);
      const float gap = glyph.begin - end;
      const bool mark = text::HasFlag(glyph.c, text::kCombining);
      if (gap > kTabGap * size) {
        out.push_back('\t');
      } else if (space || (!mark && gap > kSpaceGap * size)) {
        out.push_back(' ');
      }
    }
    if (order == Order::kSorted) {
      text::Append(&out, glyph.c);
    } else {
      text::AppendWithoutPresentationForm(&out, glyph.c);
    }
    end = before == nullptr ? glyph.end : std::max(end, glyph.end);
    before = &glyph;
    space = false;
  }
  return out;
}

std::string WithoutPresentationForms(std::string_view text) {
  std::string out;
  for (std::size_t pos = 0; pos < text.size();)
    text::AppendWithoutPresentationForm(&out, text::Decode(text, &pos));
  return out;
}

// Soft hyphens amid a line part no word; at its end they join it with the next.
void DropSoftHyphens(std::string* text) {
  constexpr std::string_view kEncoded = "\xC2\xAD";
  std::size_t at = 0;
  while ((at = text->find(kEncoded, at)) != std::string::npos) {
    if (at + kEncoded.size() == text->size()) break;
    text->erase(at, kEncoded.size());
  }
}

}  // namespace

bool RunsRightToLeft(const Page& page, std::span<const Segment* const> segments) {
  std::size_t right_to_left = 0;
  std::size_t left_to_right = 0;
  for (const Segment* segment : segments) {
    for (const Glyph& glyph : page.GlyphsOf(*segment)) {
      if (text::IsRightToLeft(glyph.c)) {
        ++right_to_left;
      } else if (text::HasFlag(glyph.c, text::kAlpha)) {
        ++left_to_right;
      }
    }
  }
  return right_to_left > left_to_right;
}

std::string TextOf(const Page& page, const Row& row) {
  std::vector<Glyph> glyphs = GlyphsOf(page, row);
  std::string out;
  if (RunsRightToLeft(page, row.segments)) {
    SortByPlace(&glyphs);
    // The order of letters is turned before presentation forms are taken apart, whose letters stand
    // in reading order already.
    out = WithoutPresentationForms(text::ReadingOrder(Join(glyphs, Order::kSorted)));
  } else {
    out = Join(glyphs, Order::kDrawn);
  }
  DropSoftHyphens(&out);
  return out;
}

}  // namespace arborist::pdf
