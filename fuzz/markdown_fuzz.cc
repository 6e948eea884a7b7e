// SPDX-License-Identifier: AGPL-3.0-only
// Title and links of a Markdown text.
#include <algorithm>

#include "fuzz/fuzz.h"
#include "ingest/formats/markdown.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view bytes = fuzz::View(data, size);
  const std::string_view text = bytes.substr(0, text::FindInvalidUtf8(bytes));
  const ingest::Limits limits;
  const ingest::MarkdownFacts facts =
      ingest::ReadMarkdown(text, "https://example.org/a/b.md", limits);
  CHECK(text::FindInvalidUtf8(facts.title) == std::string_view::npos);
  CHECK(!facts.title.contains('\n'));
  CHECK(std::is_sorted(facts.links.begin(), facts.links.end()));
  CHECK(facts.links.size() <= limits.max_links);
  for (const std::string& link : facts.links)
    CHECK(text::FindInvalidUtf8(link) == std::string_view::npos);
  return 0;
}
