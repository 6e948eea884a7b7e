// SPDX-License-Identifier: AGPL-3.0-only
// A robots.txt and, after the first NUL byte, a target to ask it about.
#include "crawl/robots.h"
#include "fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view input = fuzz::View(data, size);
  const std::size_t cut = std::min(input.find('\0'), input.size());
  const std::string_view text = input.substr(0, cut);
  const std::string_view target = input.substr(std::min(cut + 1, input.size())).substr(0, 2048);
  const crawl::Robots robots = crawl::Robots::Parse(text, "arborist");
  const bool allows = robots.Allows(target);
  CHECK(allows == crawl::Robots::Parse(text, "ARBORIST").Allows(target));
  CHECK(!robots.crawl_delay() || robots.crawl_delay()->count() >= 0);
  // Every spelling of Disallow begins with it.
  if (text.find_first_of("dD") == std::string_view::npos) CHECK(allows);
  return 0;
}
