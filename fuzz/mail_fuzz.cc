// SPDX-License-Identifier: AGPL-3.0-only
// One message, whole.
#include <algorithm>

#include "fuzz/fuzz.h"
#include "mail/mail.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view bytes = fuzz::View(data, size);
  const auto html = [](std::string_view page, std::string_view charset,
                       std::string_view) -> Result<reading::HtmlPart> {
    if (page.size() % 7 == 0) return Fail(ErrorCode::kInvalidData, "not this one");
    if (charset != "utf-8") return reading::HtmlPart{.title = {}, .text = "page", .links = {}};
    CHECK(text::FindInvalidUtf8(page) == std::string_view::npos);
    return reading::HtmlPart{.title = {}, .text = std::string(page), .links = {}};
  };
  const reading::ReadingLimits limits{.max_text_bytes = 1 << 16, .max_parts = 100};
  const reading::Reading reading = mail::ReadMail(bytes, html, limits);
  CHECK(text::FindInvalidUtf8(reading.text) == std::string_view::npos);
  CHECK(text::FindInvalidUtf8(reading.title) == std::string_view::npos);
  CHECK(!reading.text.contains('\0'));
  CHECK(!reading.title.contains('\n'));
  CHECK(reading.text.size() <= limits.max_text_bytes + 6 * size);
  CHECK(std::ranges::is_sorted(reading.anchors, {}, &reading::Anchor::begin));
  for (const reading::Anchor& anchor : reading.anchors) CHECK(anchor.begin <= reading.text.size());
  for (const reading::Child& child : reading.children) {
    CHECK(text::FindInvalidUtf8(child.name) == std::string_view::npos ||
          child.fragment.contains("&file="));
    CHECK(child.bytes.size() <= 2 * size + 64);
  }
  const bool has_text = reading.report.verdict == reading::Verdict::kRead ||
                        reading.report.verdict == reading::Verdict::kReadInPart;
  CHECK(has_text == !reading.text.empty());
  mail::LooksLikeMail(bytes);
  return 0;
}
