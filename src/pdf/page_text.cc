// SPDX-License-Identifier: AGPL-3.0-only
// From the library's text page to ours. The library's text device groups characters into lines and
// blocks in the order of the stream and adds the spaces that gaps stand for; its functions are
// wrapped to count images, to see what lies under white text, and to look at the clock, for one
// page can draw forever.
#include <algorithm>
#include <cmath>

#include "pdf/double_prints.h"
#include "pdf/inside.h"

namespace arborist::pdf {
namespace {

constexpr float kTinySize = 1.0F;
constexpr std::size_t kMaxFonts = 500;   // of one page; more count as the first
constexpr float kMinPaintedSide = 4.0F;  // smaller areas lie under no text

// -- wrapped functions of the device; C calls them and may longjmp out of them

PageWatch* WatchOf(fz_context* context) {
  return static_cast<PageWatch*>(fz_user_context(context));
}

void NotePainted(PageWatch* watch, fz_rect area) {
  if (watch->painted_count == PageWatch::kMaxPainted) return;
  if (area.x1 - area.x0 < kMinPaintedSide || area.y1 - area.y0 < kMinPaintedSide) return;
  watch->painted[watch->painted_count++] = area;
}

void FillImage(fz_context* context, fz_device*, fz_image*, fz_matrix place, float,
               fz_color_params) {
  PageWatch* const watch = WatchOf(context);
  ++watch->images;
  NotePainted(watch, fz_transform_rect(fz_unit_rect, place));
}

void FillImageMask(fz_context* context, fz_device* device, fz_image* image, fz_matrix place,
                   fz_colorspace*, const float*, float alpha, fz_color_params parameters) {
  FillImage(context, device, image, place, alpha, parameters);
}

void FillShade(fz_context* context, fz_device*, fz_shade* shade, fz_matrix place, float,
               fz_color_params) {
  NotePainted(WatchOf(context), fz_bound_shade(context, shade, place));
}

void FillPath(fz_context* context, fz_device*, const fz_path* path, int, fz_matrix place,
              fz_colorspace* space, const float* color, float, fz_color_params parameters) {
  PageWatch* const watch = WatchOf(context);
  if (watch->painted_count == PageWatch::kMaxPainted) return;
  float rgb[3] = {0, 0, 0};
  if (space != nullptr && color != nullptr)
    fz_convert_color(context, space, color, fz_device_rgb(context), rgb, nullptr, parameters);
  if (rgb[0] > 0.97F && rgb[1] > 0.97F && rgb[2] > 0.97F) return;
  NotePainted(watch, fz_bound_path(context, path, nullptr, place));
}

void IgnoreText(fz_context* context, fz_device* device, const fz_text* text, fz_matrix place) {
  PageWatch* const watch = WatchOf(context);
  for (const fz_text_span* span = text->head; span != nullptr; span = span->next)
    watch->not_drawn += static_cast<std::uint64_t>(std::max(span->len, 0));
  watch->ignore_text(context, device, text, place);
}

// -- characters

constexpr char32_t kUnknown = 0xFFFD;

bool IsSpace(char32_t c) { return c == ' ' || c == 0xA0 || c == '\t' || c == 0x3000; }

// A character that says nothing of what is read: bidi controls and the like.
bool IsFormat(char32_t c) {
  return (c >= 0x200E && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF || c == 0x200B;
}

bool IsUnreadable(char32_t c) {
  return c == kUnknown || (c >= 0xE000 && c <= 0xF8FF) || c >= 0xF0000 || c < 0x20 ||
         (c >= 0x7F && c < 0xA0);
}

char32_t Checked(int c) {
  const auto value = static_cast<char32_t>(c);
  if (c < 0 || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return kUnknown;
  if ((value < 0x20 && value != '\t') || (value >= 0x7F && value < 0xA0)) return kUnknown;
  return value;
}

class Taker {
 public:
  Taker(fz_context* context, const fz_stext_page* text, const PageWatch& watch, Page* page)
      : context_(context), text_(text), watch_(watch), page_(page) {}

  void Take() {
    std::uint32_t block_number = 0;
    for (const fz_stext_block* block = text_->first_block; block != nullptr; block = block->next) {
      ++block_number;
      if (block->type != FZ_STEXT_BLOCK_TEXT) continue;
      for (const fz_stext_line* line = block->u.t.first_line; line != nullptr; line = line->next)
        TakeLine(*line, block_number);
    }
    page_->doubled = prints_.doubled();
  }

 private:
  void TakeLine(const fz_stext_line& line, std::uint32_t block) {
    Segment segment;
    segment.first = page_->glyphs.size();
    segment.block = block;
    segment.direction_x = line.dir.x;
    segment.direction_y = line.dir.y;
    bool ink = false;
    for (const fz_stext_char* one = line.first_char; one != nullptr; one = one->next)
      ink = TakeGlyph(*one, line, &segment) || ink;
    segment.count = page_->glyphs.size() - segment.first;
    if (ink) {
      page_->segments.push_back(segment);
    } else {
      page_->glyphs.resize(segment.first);
    }
  }

  // Whether a character with ink was taken.
  bool TakeGlyph(const fz_stext_char& one, const fz_stext_line& line, Segment* segment) {
    const char32_t c = Checked(one.c);
    if (IsFormat(c)) return false;
    const bool space = IsSpace(c);
    const fz_rect box = fz_rect_from_quad(one.quad);
    if (!space) {
      if (IsOutside(box)) {
        ++page_->outside;
        return false;
      }
      if (IsDoubled(c, one, line)) return false;
      ++page_->ink;
      if (IsUnreadable(c)) ++page_->unreadable;
      if (IsHidden(one, box)) ++page_->hidden;
    }
    const auto along = [&](fz_point p) { return p.x * line.dir.x + p.y * line.dir.y; };
    Glyph glyph{.c = space ? U' ' : c,
                .begin = along(one.origin),
                .end = std::max(along(one.quad.lr), along(one.quad.ur)),
                .size = one.size,
                .font = FontOf(one.font)};
    if (line.wmode != 0) glyph.end = glyph.begin + one.size;
    if (!std::isfinite(glyph.begin) || !std::isfinite(glyph.end)) return false;
    Extend(segment, glyph, one, line, box);
    page_->glyphs.push_back(glyph);
    return !space;
  }

  // The further letters of a ligature have no width; they share the fate of the first.
  bool IsDoubled(char32_t c, const fz_stext_char& one, const fz_stext_line& line) {
    const bool rest_of_ligature = line.first_char != &one &&
                                  std::abs(one.quad.lr.x - one.quad.ll.x) < 0.01F &&
                                  std::abs(one.quad.lr.y - one.quad.ll.y) < 0.01F;
    if (rest_of_ligature) return before_doubled_;
    before_doubled_ = prints_.SeenBefore(c, one.origin.x, one.origin.y, one.size);
    return before_doubled_;
  }

  void Extend(Segment* segment, const Glyph& glyph, const fz_stext_char& one,
              const fz_stext_line& line, fz_rect box) const {
    if (page_->glyphs.size() == segment->first) {
      segment->baseline = one.origin.y * line.dir.x - one.origin.x * line.dir.y;
      segment->begin = glyph.begin;
      segment->end = glyph.end;
      segment->box = {box.x0, box.y0, box.x1, box.y1};
    }
    segment->begin = std::min(segment->begin, glyph.begin);
    segment->end = std::max(segment->end, glyph.end);
    segment->size = std::max(segment->size, glyph.size);
    segment->box = {std::min(segment->box.x0, box.x0), std::min(segment->box.y0, box.y0),
                    std::max(segment->box.x1, box.x1), std::max(segment->box.y1, box.y1)};
  }

  bool IsOutside(fz_rect box) const {
    const fz_rect page = text_->mediabox;
    return box.x1 < page.x0 || box.x0 > page.x1 || box.y1 < page.y0 || box.y0 > page.y1;
  }

  bool IsHidden(const fz_stext_char& one, fz_rect box) const {
    if (one.size < kTinySize) return true;
    const int color = one.color;
    const bool white =
        (color & 0xFF) > 0xF7 && ((color >> 8) & 0xFF) > 0xF7 && ((color >> 16) & 0xFF) > 0xF7;
    if (!white || watch_.painted_count == PageWatch::kMaxPainted) return false;
    const float x = (box.x0 + box.x1) / 2;
    const float y = (box.y0 + box.y1) / 2;
    return std::none_of(watch_.painted, watch_.painted + watch_.painted_count,
                        [&](const fz_rect& area) {
                          return x >= area.x0 && x <= area.x1 && y >= area.y0 && y <= area.y1;
                        });
  }

  std::uint32_t FontOf(fz_font* font) {
    if (font == last_font_) return last_index_;
    const std::string name = CleanText(font != nullptr ? fz_font_name(context_, font) : "");
    const auto found = std::ranges::find(page_->fonts, name);
    last_font_ = font;
    last_index_ = static_cast<std::uint32_t>(found - page_->fonts.begin());
    if (found == page_->fonts.end()) {
      if (page_->fonts.size() == kMaxFonts) return last_index_ = 0;
      page_->fonts.push_back(name);
    }
    return last_index_;
  }

  fz_context* context_;
  const fz_stext_page* text_;
  const PageWatch& watch_;
  Page* page_;
  DoublePrints prints_;
  bool before_doubled_ = false;
  fz_font* last_font_ = nullptr;
  std::uint32_t last_index_ = 0;
};

}  // namespace

void WatchPage(fz_device* device, PageWatch* watch) {
  watch->ignore_text = device->ignore_text;
  device->ignore_text = IgnoreText;
  device->fill_path = FillPath;
  device->fill_shade = FillShade;
  device->fill_image = FillImage;
  device->fill_image_mask = FillImageMask;
}

void TakeText(fz_context* context, const fz_stext_page* text, const PageWatch& watch, Page* page) {
  page->images = watch.images;
  Taker(context, text, watch, page).Take();
  // Under the image of a scan it is what OCR found; else nobody is meant to see it.
  if (page->images == 0) page->hidden += std::min(watch.not_drawn, page->ink);
  page->hidden = std::min(page->hidden, page->ink);
}

}  // namespace arborist::pdf
