// SPDX-License-Identifier: AGPL-3.0-only
// From the raw answer of a model to what is kept of it, as a pure function of the inputs:
// mechanical repair of quotes (quote mode), claim cap by the preflight policy, verification, and
// the text that is shown. The auditor calls the same function, so everything here decides hashes.
// Trap: an answer that declines is checked as an empty one in quote and select mode. A source may
// contain the decline sentence itself, which must not count as a verified quote.
#include "run/assess.h"

#include <algorithm>

#include "run/preflight_stage.h"
#include "run/repair.h"
#include "text/scan.h"

namespace arborist::run {

namespace {

bool HasNoClaims(const json::Value& verdict) {
  const json::Value* statuses = verdict.Find("claim_statuses");
  const json::Value* violations = verdict.Find("violations");
  return statuses != nullptr && statuses->as_array().empty() && violations != nullptr &&
         violations->as_array().empty();
}

// Two spellings of one answer must not be two answers: blanks at the ends of lines, runs of blanks
// inside them and repeated empty lines are removed. The indentation of lines is kept.
std::string Tidied(std::string_view answer) {
  std::string tidied, blanks;
  std::size_t breaks = 0;
  for (const char c : text::Strip(answer)) {
    if (c == '\n') {
      ++breaks;
      blanks.clear();
    } else if (c == ' ' || c == '\t' || c == '\r') {
      blanks += c;
    } else {
      if (breaks > 0) {
        tidied.append(std::min<std::size_t>(breaks, 2), '\n').append(blanks);
      } else if (!blanks.empty()) {
        tidied += ' ';
      }
      breaks = 0;
      blanks.clear();
      tidied += c;
    }
  }
  return tidied;
}

}  // namespace

std::string Assessment::verifier_method() const {
  const json::Value* method = verdict.Find("verifier_method");
  return method != nullptr && method->is_string() ? method->as_string() : "none";
}

json::Array Assessment::List(std::string_view field) const {
  const json::Value* list = verdict.Find(field);
  return list != nullptr && list->is_array() ? list->as_array() : json::Array();
}

std::string DeclineText(const Inputs& inputs) {
  return inputs.policy.min_confidence ? prompt::Unsure(inputs.first_passages().size())
                                      : std::string(prompt::kDecline);
}

Assessment Assess(const Inputs& inputs, std::string_view raw_answer, bool explain) {
  Assessment assessment;
  assessment.raw_answer = raw_answer;
  std::string answer(raw_answer);
  const bool quote = inputs.policy.answer_mode == judge::AnswerMode::kQuote;
  if (quote && inputs.policy.mechanical_repair) {
    Repaired repaired = RepairQuotes(raw_answer);
    answer = std::move(repaired.text);
    assessment.repairs = std::move(repaired.steps);
  }
  judge::LatticePolicy lattice = inputs.policy.lattice;
  lattice.rendering = RenderingOf(inputs.policy.version);
  if (const auto cap = ClaimCapApplied(inputs)) lattice.max_claims_per_answer = *cap;
  const std::string decline = DeclineText(inputs);
  const bool says_no = prompt::IsDecline(answer) || answer == decline;
  const bool select = inputs.policy.answer_mode == judge::AnswerMode::kSelect;
  // A source may contain these words; they are no quotation, and no pointer either.
  const std::string checked = (quote || select) && says_no ? "" : answer;
  assessment.report = judge::Check({.mode = inputs.policy.answer_mode,
                                    .verifier = inputs.policy.verifier,
                                    .answer = checked,
                                    .passages = inputs.passages,
                                    .sentences = inputs.sentences,
                                    .question = inputs.question,
                                    .warrant_chain_roots = inputs.warrant_chain_roots,
                                    .quote_policy = inputs.policy.quote,
                                    .lattice_policy = lattice,
                                    .explain = explain});
  assessment.verdict = assessment.report.verdict;
  assessment.declined =
      says_no || ((select || inputs.policy.answer_mode == judge::AnswerMode::kClaimLattice) &&
                  HasNoClaims(assessment.verdict));
  const json::Value* rendered = assessment.verdict.Find("rendered_text");
  // If no claim holds, nothing is rendered; the answer then stays as the model wrote it.
  const bool shown = !quote && rendered != nullptr && !rendered->as_string().empty();
  assessment.answer_text = shown    ? rendered->as_string()
                           : select ? std::string(kNothingSelected)  // no word of the model
                                    : Tidied(answer);
  if (assessment.declined) assessment.answer_text = decline;
  return assessment;
}

}  // namespace arborist::run
