// SPDX-License-Identifier: AGPL-3.0-only
// A base and, after the first line end, a reference: whatever has a canonical URL keeps it.
#include "crawl/canonical_url.h"
#include "fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view input = fuzz::View(data, size);
  const std::size_t cut = std::min(input.find('\n'), input.size());
  const auto base = crawl::CanonicalUrl(input.substr(0, cut));
  if (!base) return 0;
  CHECK(base->text.size() <= crawl::kMaxUrlBytes);
  const auto again = crawl::CanonicalUrl(base->text);
  CHECK(again && again->text == base->text && again->origin == base->origin);
  const auto target = crawl::CanonicalUrl(*base, input.substr(std::min(cut + 1, input.size())));
  if (target) CHECK(crawl::CanonicalUrl(target->text)->text == target->text);
  return 0;
}
