// SPDX-License-Identifier: AGPL-3.0-only
// A MediaWiki dump: the same pages whatever the size of the reads, and a skip that leaves the rest.
#include <vector>

#include "fuzz/fuzz.h"
#include "ingest/formats/mediawiki_dump.h"
#include "ingest/string_source_test.h"
#include "text/utf8.h"

namespace {

using namespace arborist;

struct Page {
  std::string uri;
  std::string text;
  std::uint64_t ordinal;
  bool operator==(const Page&) const = default;
};

std::vector<Page> ReadPages(std::string_view xml, std::size_t step, bool all, std::uint64_t skip) {
  ingest::Limits limits;
  limits.max_document_bytes = 4096;
  auto reader =
      ingest::DumpReader::Open(std::make_unique<ingest::StringSource>(std::string(xml), step),
                               {.all_namespaces = all, .limits = limits});
  std::vector<Page> pages;
  if (!reader) return pages;
  (*reader)->SkipUntil(skip);
  while (true) {
    auto next = (*reader)->Next();
    if (!next) {
      CHECK(!(*reader)->Next().has_value());
      break;
    }
    if (!*next) break;
    CHECK(text::FindInvalidUtf8((*next)->text) == std::string_view::npos);
    CHECK(text::FindInvalidUtf8((*next)->title) == std::string_view::npos);
    CHECK(text::FindInvalidUtf8((*next)->uri) == std::string_view::npos);
    CHECK((*next)->text.size() <= limits.max_document_bytes);
    for (const std::string& link : (*next)->links)
      CHECK(text::FindInvalidUtf8(link) == std::string_view::npos);
    pages.push_back({(*next)->uri, (*next)->text, (*reader)->ordinal()});
  }
  (void)(*reader)->TakeSkipped();
  return pages;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzz::View(data, size);
  const std::uint8_t how = fuzz::TakeByte(&input);
  const bool all = (how & 1) != 0;
  const std::vector<Page> pages = ReadPages(input, 1 << 16, all, 0);
  CHECK(pages == ReadPages(input, 1 + how % 61, all, 0));
  if (pages.size() < 2) return 0;
  const std::size_t middle = pages.size() / 2;
  const std::vector<Page> rest = ReadPages(input, 1 << 16, all, pages[middle - 1].ordinal);
  CHECK(rest ==
        std::vector<Page>(pages.begin() + static_cast<std::ptrdiff_t>(middle), pages.end()));
  return 0;
}
