// SPDX-License-Identifier: AGPL-3.0-only
// The question classifiers take any text, answer within their own vocabulary, and do not see case,
// invisible characters or whitespace.
#include "fuzz/fuzz.h"
#include "question/preflight.h"
#include "question/split_words.h"
#include "text/canonical.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  using question::Intensity;
  const std::string_view bytes = fuzz::View(data, size);
  const std::string_view text = bytes.substr(0, text::FindInvalidUtf8(bytes, true));

  const question::Quantifier quantifier = question::ClassifyQuantifier(text);
  const bool counted = quantifier.intensity == Intensity::kSmallNumExplicit ||
                       quantifier.intensity == Intensity::kComparativeBound;
  CHECK(quantifier.explicit_count.has_value() == counted);
  CHECK(quantifier.matched_token.has_value() == (quantifier.intensity != Intensity::kSingular));
  CHECK(!counted || *quantifier.explicit_count > 0);

  question::PreflightInput input;
  input.question = text;
  const question::QuestionState state = question::PreflightQuestion(input);
  CHECK(!state.logical_statuses.empty() && !state.question_shape.empty());
  CHECK((state.logical_statuses.front() == "well_formed") ==
        (state.preflight_result == question::PreflightResult::kOk));
  CHECK(json::Parse(json::DumpLine(ToJson(state))).has_value());

  std::string hidden = "\u200B\n";
  for (std::size_t pos = 0; pos < text.size();) {
    const std::size_t begin = pos;
    text::Decode(text, &pos);
    hidden += text.substr(begin, pos - begin);
    hidden += "\u2060";
  }
  CHECK(question::ClassifyQuantifier(hidden) == quantifier);
  CHECK(question::IsOutOfCorpus(hidden) == question::IsOutOfCorpus(text));

  for (const question::Word& word : question::SplitWords(text)) {
    CHECK(!word.text.empty() && !word.text.contains(' '));
  }
  return 0;
}
