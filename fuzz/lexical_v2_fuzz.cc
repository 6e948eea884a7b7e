// SPDX-License-Identifier: AGPL-3.0-only
// lexical-v2: an answer and a context, divided by the first line feed pair that the input holds.
// A label is the same twice, a verbatim context is never refused as a whole, and names alone are
// never STRICT.
#include "fuzz/fuzz.h"
#include "judge/diagnosis.h"
#include "judge/lexical_v2/lexical_v2.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view bytes = fuzz::View(data, size);
  const std::string_view text = bytes.substr(0, text::FindInvalidUtf8(bytes, true));
  const std::size_t cut = text.find("\n\n");
  const std::string_view answer = text.substr(0, cut);
  const std::string_view context = cut == std::string_view::npos ? "" : text.substr(cut + 2);

  const auto verify = [&] {
    return judge::JudgeAnswer(answer, context, judge::Verifier::kLexicalV2, {});
  };
  const judge::QuoteVerdict verdict = verify();
  CHECK(verdict.audit_mode == verify().audit_mode);
  CHECK(verdict.n_verified <= verdict.n_quotes);
  CHECK(verdict.unverified_quotes.size() == verdict.n_quotes - verdict.n_verified);
  if (verdict.verifier_method == "entity" || verdict.verifier_method == "none") {
    CHECK(verdict.audit_mode != judge::AuditMode::kStrict);
  } else {
    CHECK((verdict.audit_mode == judge::AuditMode::kStrict) == verdict.unverified_quotes.empty());
  }
  for (const judge::Diagnosis& diagnosis : judge::DiagnoseFailed(verdict, context)) {
    if (!diagnosis.nearest) continue;
    CHECK(diagnosis.nearest->begin < diagnosis.nearest->end);
    CHECK(diagnosis.nearest->end <= text::CountCodePoints(context));
  }
  const std::string_view spans[] = {context, answer};
  judge::SupportsClaim(answer, spans);
  return 0;
}
