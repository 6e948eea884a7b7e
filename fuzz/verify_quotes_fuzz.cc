// SPDX-License-Identifier: AGPL-3.0-only
// The verdict on a free answer equals the naive one; a NUL parts answer and context.
#include "fuzz/fuzz.h"
#include "naive/verify_quotes.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  if (size > 400) return 0;  // the naive one backtracks
  const std::string_view bytes = fuzz::View(data, size);
  const std::string_view text = bytes.substr(0, text::FindInvalidUtf8(bytes, true));
  const std::size_t cut = text.find('\0');
  const std::string_view answer = text.substr(0, cut);
  const std::string_view context = cut == std::string_view::npos ? text : text.substr(cut + 1);
  const judge::QuotePolicy policy{.proximity_n = 2, .proximity_window = 40};
  CHECK(judge::JudgeQuotes(answer, judge::Context(context), policy) ==
        naive::JudgeQuotes(answer, context, policy));
  return 0;
}
