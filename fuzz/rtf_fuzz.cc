// SPDX-License-Identifier: AGPL-3.0-only
// One RTF file, whole.
#include <algorithm>

#include "fuzz/fuzz.h"
#include "rtf/rtf.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const reading::ReadingLimits limits{.max_text_bytes = 1 << 16};
  const reading::Reading reading = rtf::ReadRtf(fuzz::View(data, size), limits);
  CHECK(text::FindInvalidUtf8(reading.text) == std::string_view::npos);
  CHECK(text::FindInvalidUtf8(reading.title) == std::string_view::npos);
  CHECK(!reading.text.contains('\0'));
  CHECK(!reading.title.contains('\n'));
  CHECK(std::ranges::is_sorted(reading.anchors, {}, &reading::Anchor::begin));
  for (const reading::Anchor& anchor : reading.anchors) CHECK(anchor.begin < reading.text.size());
  CHECK(std::ranges::is_sorted(reading.links));
  const bool has_text = reading.report.verdict == reading::Verdict::kRead ||
                        reading.report.verdict == reading::Verdict::kReadInPart;
  CHECK(has_text == !reading.text.empty());
  return 0;
}
