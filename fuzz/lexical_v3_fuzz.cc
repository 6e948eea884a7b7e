// SPDX-License-Identifier: AGPL-3.0-only
// lexical-v3: an answer and a context, divided by the first line feed pair that the input holds.
// A label is the same twice, offsets lie in their texts, and only stated units are verified.
#include "fuzz/fuzz.h"
#include "judge/check_answer.h"
#include "judge/lexical_v3.h"
#include "text/canonical.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view bytes = fuzz::View(data, size);
  const std::string_view text = bytes.substr(0, text::FindInvalidUtf8(bytes, true));
  const std::size_t cut = text.find("\n\n");
  const std::string answer = text::Nfc(text.substr(0, cut));
  const std::string context =
      text::Nfc(cut == std::string_view::npos ? std::string_view() : text.substr(cut + 2));

  const judge::QuoteVerdict verdict = judge::JudgeLexicalV3(answer, context);
  CHECK(verdict == judge::JudgeLexicalV3(answer, context));
  CHECK(verdict.n_verified <= verdict.n_quotes);
  const stated::SourceIndex source(context);
  Budget budget(answer.size() + context.size());
  for (const stated::Unit& unit : stated::ReadAnswer(answer, source, &budget)) {
    CHECK(unit.text.begin <= unit.text.end && unit.text.end <= answer.size());
    for (const stated::Extent& extent : unit.unsupported) {
      CHECK(unit.text.begin <= extent.begin && extent.begin < extent.end);
      CHECK(extent.end <= unit.text.end);
    }
    if (unit.place) {
      CHECK(unit.place->begin <= unit.place->end && unit.place->end <= context.size());
    }
  }
  return 0;
}
