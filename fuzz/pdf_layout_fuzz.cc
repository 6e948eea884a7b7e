// SPDX-License-Identifier: AGPL-3.0-only
// Glyphs anywhere on some pages, as a hostile file can put them: lines, running heads, broken words
// and text come out of them. The library that reads files is not asked.
#include <algorithm>

#include "fuzz/fuzz.h"
#include "pdf/compose.h"
#include "pdf/garbled.h"
#include "pdf/layout.h"
#include "text/utf8.h"

namespace {

using namespace arborist;

float TakeFloat(std::string_view* input) {
  const int high = fuzz::TakeByte(input);
  const int low = fuzz::TakeByte(input);
  return static_cast<float>(high * 256 + low) / 64 - 100;
}

char32_t TakeCharacter(std::string_view* input) {
  const char32_t c = fuzz::TakeByte(input);
  switch (c >> 5) {
    case 0:
      return U' ';
    case 5:
      return 0x0600 + c;
    case 6:
      return 0xFB00 + (c - 0xC0) * 8 + fuzz::TakeByte(input) % 8U;
    case 7:
      return c == 0xFF ? 0xAD : 0x2000 + (c & 0x1F);
    default:
      return c;
  }
}

void TakeSegment(std::string_view* input, pdf::Page* page) {
  pdf::Segment segment;
  segment.first = page->glyphs.size();
  segment.count = fuzz::TakeByte(input) % 24U + 1;
  segment.block = fuzz::TakeByte(input) % 8U;
  segment.baseline = TakeFloat(input);
  segment.size = 10;
  float at = TakeFloat(input);
  segment.begin = at;
  for (std::size_t i = 0; i < segment.count; ++i) {
    page->glyphs.push_back({.c = TakeCharacter(input), .begin = at, .end = at + 5, .size = 10});
    at += static_cast<float>(fuzz::TakeByte(input)) / 16;
  }
  segment.end = at + 5;
  segment.box = {segment.begin, segment.baseline - 8, segment.end, segment.baseline + 2};
  page->segments.push_back(segment);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzz::View(data, size);
  std::vector<pdf::PageLines> pages;
  pdf::GarbledFonts fonts;
  while (!input.empty() && pages.size() < 32) {
    pdf::Page page;
    page.box = {0, 0, 600, 800};
    page.fonts = {"F"};
    for (int i = fuzz::TakeByte(&input) % 16 + 1; i > 0; --i) TakeSegment(&input, &page);
    fonts.Look(page);
    pages.push_back({.number = static_cast<std::uint32_t>(pages.size()),
                     .images = 0,
                     .box = page.box,
                     .lines = pdf::LinesOf(page),
                     .notes = {}});
  }
  std::size_t lines = 0;
  for (const pdf::PageLines& page : pages) lines += page.lines.size();
  CHECK(pdf::MarkRunningHeads(&pages) <= lines);
  reading::Reading reading;
  pdf::Compose(pages, {}, std::uint64_t{1} << 20, &reading);
  CHECK(text::FindInvalidUtf8(reading.text) == std::string_view::npos);
  CHECK(std::ranges::is_sorted(reading.anchors, {}, &reading::Anchor::begin));
  for (const reading::Anchor& anchor : reading.anchors) CHECK(anchor.begin <= reading.text.size());
  return 0;
}
