// SPDX-License-Identifier: AGPL-3.0-only
// One HTML page, whole.
#include <algorithm>

#include "fuzz/fuzz.h"
#include "ingest/formats/html.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const ingest::Limits limits;
  const auto page =
      ingest::ExtractHtml(fuzz::View(data, size), "", "https://example.org/a/b.html", limits);
  if (!page) return 0;
  CHECK(text::FindInvalidUtf8(page->text) == std::string_view::npos);
  CHECK(text::FindInvalidUtf8(page->title) == std::string_view::npos);
  CHECK(!page->title.contains('\n'));
  CHECK(std::is_sorted(page->links.begin(), page->links.end()));
  CHECK(std::adjacent_find(page->links.begin(), page->links.end()) == page->links.end());
  CHECK(page->links.size() <= limits.max_links);
  for (const std::string& link : page->links) {
    CHECK(!link.contains('#'));
    CHECK(text::FindInvalidUtf8(link) == std::string_view::npos);
  }
  return 0;
}
