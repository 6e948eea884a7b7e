// SPDX-License-Identifier: AGPL-3.0-only
// Search terms: the index and a query see the same ones, and no term breaks the index's rules.
#include "fuzz/fuzz.h"
#include "text/search_tokens.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view bytes = fuzz::View(data, size);
  const std::string_view text = bytes.substr(0, text::FindInvalidUtf8(bytes, true));
  std::string terms;
  text::AppendSearchTerms(text, &terms);
  std::string joined;
  for (const text::QueryTerm& term : text::QueryTerms(text)) {
    CHECK(!term.term.empty() && !term.term.contains(' '));
    CHECK(text::StemPlural(term.term).size() <= term.term.size());
    if (!joined.empty()) joined += ' ';
    joined += term.term;
  }
  CHECK(terms == joined);
  CHECK(text::FindInvalidUtf8(terms, true) == std::string_view::npos);
  // The tokenizer of the index is "ascii": letters and digits, and every byte above 127.
  for (const char c : terms) {
    const auto byte = static_cast<std::uint8_t>(c);
    CHECK(byte >= 0x80 || c == ' ' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'));
  }
  return 0;
}
