// SPDX-License-Identifier: AGPL-3.0-only
// What is shown of Markdown, reStructuredText and AsciiDoc: well-formed, the same twice, and not
// too much work.
#include "fuzz/fuzz.h"
#include "markup/asciidoc.h"
#include "markup/markdown.h"
#include "markup/rest.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view bytes = fuzz::View(data, size);
  const std::string_view text = bytes.substr(0, text::FindInvalidUtf8(bytes, true));
  for (const auto to_base : {markup::MarkdownToBase, markup::RestToBase, markup::AsciiDocToBase}) {
    markup::Work work;
    const std::string base = to_base(text, &work);
    CHECK(text::FindInvalidUtf8(base, true) == std::string_view::npos);
    // A line of program text grows by its indentation, a mark of an item to a bullet.
    CHECK(base.size() <= 8 * text.size() + 64);
    CHECK(work.steps <= 100'000 + 10'000 * text.size());
    CHECK(base == to_base(text, nullptr));
  }
  return 0;
}
