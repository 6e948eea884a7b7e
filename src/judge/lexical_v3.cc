// SPDX-License-Identifier: AGPL-3.0-only
// Turns the units of lexical-v3 (src/stated) into a verdict with the fields of the reference, and
// into the words for people: verdict, reason and diagnosis. A unit that is only close counts as not
// verified; STRICT needs every unit to be stated. The mapping is part of FROZEN lexical-v3.
#include "judge/lexical_v3.h"

#include <algorithm>
#include <string>

#include "text/canonical.h"

namespace arborist::judge {

using stated::Fault;
using stated::Unit;
using stated::Verdict;

QuoteVerdict VerdictOf(const std::vector<Unit>& units, std::string_view answer) {
  QuoteVerdict verdict;
  verdict.n_quotes = units.size();
  bool paraphrase = false, span = false;
  const auto text_of = [&](const Unit& unit) {
    return std::string(answer.substr(unit.text.begin, unit.text.end - unit.text.begin));
  };
  for (const Unit& unit : units) {
    if (unit.verdict != Verdict::kStated) {
      verdict.claim_statuses.push_back(
          {text_of(unit), "UNSUPPORTED", unit.quote ? "quote" : "span"});
      verdict.unverified_quotes.push_back(text_of(unit));
      continue;
    }
    ++verdict.n_verified;
    paraphrase = paraphrase || !unit.verbatim;
    span = span || !unit.quote;
    if (unit.verbatim) {
      verdict.claim_statuses.push_back(
          {text_of(unit), "VERIFIED_QUOTE", unit.quote ? "quote" : "span"});
    } else {
      verdict.claim_statuses.push_back({text_of(unit), "SUPPORTED_PARAPHRASE", "paraphrase"});
    }
  }
  if (verdict.n_verified == 0) return verdict;
  verdict.audit_mode = verdict.n_verified == units.size() ? AuditMode::kStrict : AuditMode::kHybrid;
  verdict.verifier_method = paraphrase ? "paraphrase" : span ? "span" : "quote";
  return verdict;
}

QuoteVerdict JudgeLexicalV3(std::string_view answer, std::string_view context) {
  // Extents of units are offsets of the NFC form.
  const std::string normal = text::Nfc(answer);
  const stated::SourceIndex source(context);
  Budget budget(answer.size() + context.size());
  return VerdictOf(stated::ReadAnswer(normal, source, &budget), normal);
}

ClaimReading ReadClaim(std::string_view claim, const stated::SourceIndex& source, Budget* budget,
                       stated::Scope scope) {
  ClaimReading reading;
  bool first = true;
  for (Unit& unit : stated::ReadAnswer(claim, source, budget, scope)) {
    std::ranges::move(unit.unsupported, std::back_inserter(reading.unsupported));
    reading.subject_from = std::max(reading.subject_from, unit.subject_from);
    if (unit.place) reading.places.push_back(*unit.place);
    if (!first && unit.verdict <= reading.verdict) continue;
    first = false;
    reading.verdict = unit.verdict;
    reading.fault = unit.fault;
    reading.quote = unit.quote;
    reading.place = unit.place;
  }
  return reading;
}

std::string JoinSpans(std::span<const std::string_view> spans) {
  std::string joined;
  for (const std::string_view span : spans) {
    if (!joined.empty()) joined += kBetweenSpans;
    joined += span;
  }
  return joined;
}

std::string_view Name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kStated:
      return "stated";
    case Verdict::kClose:
      return "close";
    case Verdict::kNotFound:
      return "not_found";
    case Verdict::kUnread:
      break;
  }
  return "not_checked";
}

std::string_view ReasonOf(Verdict verdict, Fault fault) {
  if (verdict != Verdict::kClose) return {};
  switch (fault) {
    case Fault::kNone:
    case Fault::kUnread:
      break;
    case Fault::kMissing:
      return "missing_words";
    case Fault::kNumber:
      return "number";
    case Fault::kNegated:
      return "negation";
    case Fault::kOrder:
      return "order";
    case Fault::kGoverned:
      return "role";
    case Fault::kTense:
      return "tense";
    case Fault::kLeftOut:
      return "left_out";
    case Fault::kUncertain:
      return "not_asserted";
    case Fault::kRetracted:
      return "retracted";
    case Fault::kQuote:
      return "not_verbatim";
  }
  return {};
}

std::string_view Name(stated::SubjectFrom from) {
  switch (from) {
    case stated::SubjectFrom::kSentence:
      break;
    case stated::SubjectFrom::kHeading:
      return "heading";
    case stated::SubjectFrom::kTitle:
      return "title";
  }
  return {};
}

std::string_view DiagnosisOf(Verdict verdict, Fault fault, bool quote) {
  if (verdict == Verdict::kStated) return {};
  if (verdict == Verdict::kUnread) return "not_checked";
  if (verdict == Verdict::kNotFound) return quote ? "fabricated" : "not_found";
  if (fault == Fault::kNumber) return "wrong_number";
  if (fault == Fault::kNegated) return "negated";
  if (fault == Fault::kOrder) return "reordered";
  return "close";
}

}  // namespace arborist::judge
