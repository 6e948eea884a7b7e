// SPDX-License-Identifier: AGPL-3.0-only
// A sitemap or a feed.
#include "crawl/link_list.h"
#include "fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view input = fuzz::View(data, size);
  const auto list = crawl::ReadLinkList(input);
  if (!list) return 0;
  std::size_t bytes = 0;
  for (const std::string& url : list->urls) {
    CHECK(!url.empty());
    bytes += url.size();
  }
  CHECK(bytes <= input.size());
  return 0;
}
