// SPDX-License-Identifier: AGPL-3.0-only
// lexical-v3: an answer and a context, divided by the first line feed pair that the input holds.
// A label is the same twice, offsets lie in their texts as given and cut no character, and only
// stated units are verified.
#include "fuzz/fuzz.h"
#include "judge/check_answer.h"
#include "judge/lexical_v3.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view bytes = fuzz::View(data, size);
  const std::string_view text = bytes.substr(0, text::FindInvalidUtf8(bytes, true));
  const std::size_t cut = text.find("\n\n");
  const std::string_view answer = text.substr(0, cut);
  const std::string_view context =
      cut == std::string_view::npos ? std::string_view() : text.substr(cut + 2);
  const auto lies_in = [](const stated::Extent& extent, std::string_view whole) {
    const auto cuts = [&](std::size_t at) {
      return at < whole.size() && (static_cast<std::uint8_t>(whole[at]) & 0xC0) == 0x80;
    };
    return extent.begin <= extent.end && extent.end <= whole.size() && !cuts(extent.begin) &&
           !cuts(extent.end);
  };

  const judge::QuoteVerdict verdict = judge::JudgeLexicalV3(answer, context);
  CHECK(verdict == judge::JudgeLexicalV3(answer, context));
  CHECK(verdict.n_verified <= verdict.n_quotes);
  const stated::SourceIndex source(context);
  Budget budget(answer.size() + context.size());
  for (const stated::Unit& unit : stated::ReadAnswer(answer, source, &budget)) {
    CHECK(lies_in(unit.text, answer));
    for (const stated::Extent& extent : unit.unsupported) {
      CHECK(lies_in(extent, answer));
      CHECK(unit.text.begin <= extent.begin && extent.begin < extent.end);
      CHECK(extent.end <= unit.text.end);
    }
    if (unit.place) CHECK(lies_in(*unit.place, context));
  }
  return 0;
}
