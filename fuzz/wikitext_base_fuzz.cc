// SPDX-License-Identifier: AGPL-3.0-only
// The prose of wikitext: well-formed, collapsed, the same twice, and not too much work.
#include "fuzz/fuzz.h"
#include "text/canonical.h"
#include "text/utf8.h"
#include "wikitext/base.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view bytes = fuzz::View(data, size);
  const std::string_view text = bytes.substr(0, text::FindInvalidUtf8(bytes, true));
  wikitext::Work work;
  const std::string base = wikitext::ToBase(text, &work);
  CHECK(text::FindInvalidUtf8(base, true) == std::string_view::npos);
  // No entity is shorter than its character.
  CHECK(base.size() <= text.size());
  std::string collapsed;
  text::CollapseWhitespaceTo(base, &collapsed);
  CHECK(base == collapsed);
  CHECK(work.steps <= 2'500'000 + 500 * text.size());
  CHECK(base == wikitext::ToBase(text));
  return 0;
}
