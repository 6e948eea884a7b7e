// SPDX-License-Identifier: AGPL-3.0-only
// Joins the classifiers under a policy to the state of a question, and derives the clauses that the
// preflight node of a run binds. Everything follows from question, model id, corpus profile and
// policy; an auditor computes the same.
#include "question/preflight.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "question/claim_caps.h"
#include "question/sentence.h"

namespace arborist::question {

namespace {

constexpr std::string_view kLatestTimestamp = "corpus_latest_timestamp";

// The year that a timestamp starts with.
std::optional<int> CorpusYear(const json::Object& profile) {
  const auto it = profile.find(kLatestTimestamp);
  if (it == profile.end() || !it->second.is_string()) return std::nullopt;
  const std::string& text = it->second.as_string();
  int year = 0;
  const auto [rest, error] =
      std::from_chars(text.data(), text.data() + std::min<std::size_t>(4, text.size()), year);
  if (error != std::errc() || rest != text.data() + 4) return std::nullopt;
  return year;
}

std::vector<std::string> Boundaries(const json::Object& profile) {
  std::vector<std::string> boundaries;
  for (const auto& [name, value] : profile) {
    if (value.is_null()) continue;
    boundaries.push_back(name + "=" + (value.is_string() ? value.as_string() : json::Dump(value)));
  }
  return boundaries;
}

std::string_view Name(PreflightResult result) {
  constexpr std::array<std::string_view, 3> kNames = {"PREFLIGHT_OK", "PREFLIGHT_PARTIAL",
                                                      "PREFLIGHT_BLOCKED"};
  return kNames[std::to_underlying(result)];
}

template <typename Strings>
json::Array List(const Strings& strings) {
  return json::Array(strings.begin(), strings.end());
}

bool IsLattice(std::string_view answer_mode) { return answer_mode.starts_with("claim_lattice"); }

bool HasModeGated(const PreflightPolicy& policy, std::string_view answer_mode) {
  return std::ranges::find(policy.quantifier_apply_caps_modes, answer_mode) !=
         policy.quantifier_apply_caps_modes.end();
}

}  // namespace

bool RemindsOfLimits(const PreflightPolicy& policy, std::string_view answer_mode) {
  return policy.quantifier_guard_enabled && policy.quantifier_reminder_enabled &&
         IsLattice(answer_mode);
}

bool CapsClaims(const PreflightPolicy& policy, std::string_view answer_mode) {
  return policy.quantifier_guard_enabled && policy.quantifier_guard_apply_caps &&
         HasModeGated(policy, answer_mode);
}

QuestionState PreflightQuestion(const PreflightInput& input) {
  const PreflightPolicy& policy = input.policy;
  const auto on = [&](bool detector) { return policy.metacognition_enabled && detector; };
  const std::string& question = input.question;
  const Words words = SplitWords(question);

  QuestionState state;
  state.raw_question = question;
  state.question_hash = HashQuestion(question, input.dedup);
  state.question_shape = QuestionShape(words, SplitSentences(words));
  state.reference_frames = input.reference_frames;
  state.known_boundaries = Boundaries(input.corpus_profile);
  state.allow_unbounded_enumeration = !policy.reject_broad;
  state.preflight_policy_hash = PreflightPolicyHash(policy);
  const Quantifier quantifier = ClassifyQuantifier(question);
  state.claim_cap = ClaimCap(quantifier, input.model_profile_id);
  if (on(policy.metacognition_quantifier)) state.quantifier = quantifier;
  if (on(policy.metacognition_temporal)) {
    state.temporal_matched_tokens = TemporalTokens(question, CorpusYear(input.corpus_profile));
  }
  if (on(policy.metacognition_contradiction)) {
    state.contradiction_pairs = ContradictionPairs(question);
  }
  if (on(policy.metacognition_false_premise)) state.false_premise_hints = FalsePremises(question);
  const bool private_document = on(policy.metacognition_out_of_corpus) && IsOutOfCorpus(question);
  const bool stale = !state.temporal_matched_tokens.empty();
  const bool contradictory = !state.contradiction_pairs.empty();
  const bool unbounded = state.quantifier && quantifier.is_broad() &&
                         quantifier.scope_bound_hint == ScopeBound::kUnbounded;

  const auto add = [&](std::string_view status, bool applies) {
    if (applies) state.logical_statuses.push_back(status);
  };
  add("under_specified", policy.metacognition_enabled && IsUnderSpecified(question));
  add("false_premise_suspected", !state.false_premise_hints.empty());
  add("contradictory_question", contradictory);
  add("out_of_corpus_risk", private_document);
  add("stale_risk", stale);
  add("reference_frame_ambiguous",
      on(policy.metacognition_reference_frame) && input.reference_frames.size() > 1);
  add("broad_quantifier_unbounded", unbounded);
  if (!state.logical_statuses.empty()) state.preflight_result = PreflightResult::kPartial;
  add("well_formed", state.logical_statuses.empty());
  if (private_document || (contradictory && policy.block_on_contradiction) ||
      (unbounded && policy.reject_broad)) {
    state.preflight_result = PreflightResult::kBlocked;
  }
  state.corpus_requirement = private_document ? "needs_private_document"
                             : stale          ? "needs_current_source"
                                              : "any_source";
  return state;
}

json::Object ToJson(const QuestionState& state) {
  json::Array pairs;
  for (const auto& [first, second] : state.contradiction_pairs) {
    pairs.emplace_back(json::Array{first, second});
  }
  json::Array hints;
  for (const FalsePremise& hint : state.false_premise_hints) {
    hints.emplace_back(json::Object{{"kind", hint.kind},
                                    {"presupposition", hint.presupposition},
                                    {"subject", hint.subject},
                                    {"predicate", hint.predicate}});
  }
  json::Object object{
      {"raw_question", state.raw_question},
      {"question_hash", state.question_hash.hex()},
      {"logical_statuses", List(state.logical_statuses)},
      {"question_shape", state.question_shape},
      {"quantifier_intensity", nullptr},
      {"quantifier_matched_token", nullptr},
      {"scope_bound_hint", Name(ScopeBound::kUnknown)},
      {"reference_frames", state.reference_frames},
      {"temporal_sensitivity", state.temporal_matched_tokens.empty() ? "low" : "high"},
      {"temporal_matched_tokens", List(state.temporal_matched_tokens)},
      {"contradiction_pairs", pairs},
      {"false_premise_hints", hints},
      {"corpus_requirement", state.corpus_requirement},
      {"known_boundaries", List(state.known_boundaries)},
      {"answer_constraints",
       json::Object{{"claim_cap", state.claim_cap},
                    {"allow_unbounded_enumeration", state.allow_unbounded_enumeration},
                    {"address_contradiction", !state.contradiction_pairs.empty()},
                    {"address_premise", !state.false_premise_hints.empty()},
                    {"state_as_of_date", !state.temporal_matched_tokens.empty()}}},
      {"preflight_result", Name(state.preflight_result)},
      {"preflight_policy_hash", state.preflight_policy_hash.hex()},
      {"classifier_version", kMetacognitionVersion}};
  if (state.quantifier) {
    object["quantifier_intensity"] = Name(state.quantifier->intensity);
    if (state.quantifier->matched_token) {
      object["quantifier_matched_token"] = *state.quantifier->matched_token;
    }
    object["scope_bound_hint"] = Name(state.quantifier->scope_bound_hint);
  }
  return object;
}

json::Object ContractClauses(const RunContract& run, const Quantifier& quantifier,
                             const PreflightPolicy& policy) {
  const bool lattice = IsLattice(run.answer_mode) || run.answer_mode == "select";
  const bool guard = policy.quantifier_guard_enabled;
  const bool capped = CapsClaims(policy, run.answer_mode);
  const bool reminded = RemindsOfLimits(policy, run.answer_mode) && quantifier.is_broad();
  const int cap = ClaimCap(quantifier, run.model_profile_id);
  const auto given = [](const auto& optional) {
    return optional ? json::Value(*optional) : json::Value(nullptr);
  };
  return {
      {"answer_contract",
       json::Object{{"guard_enabled", guard},
                    {"mode_gated", HasModeGated(policy, run.answer_mode)},
                    {"apply_caps_active", capped},
                    {"claim_cap_resolved", cap},
                    {"claim_cap_applied", capped ? json::Value(cap) : json::Value(nullptr)},
                    {"manual_quotes_allowed", !lattice},
                    {"evidence_pointer_required", lattice},
                    {"allow_unbounded_enumeration", !policy.reject_broad},
                    {"reject_broad_active", policy.reject_broad},
                    {"metacognition_enabled", policy.metacognition_enabled},
                    {"block_on_contradiction", policy.block_on_contradiction}}},
      {"prompt_contract",
       json::Object{{"reminder_enabled", guard && policy.quantifier_reminder_enabled},
                    {"reminder_injected", reminded},
                    {"reminder_template_id",
                     reminded ? json::Value(kReminderTemplate) : json::Value(nullptr)}}},
      {"evidence_contract",
       json::Object{{"max_evidence_ids_exposed", given(run.max_evidence_ids_exposed)},
                    {"one_claim_per_line", run.answer_mode == "claim_lattice_pointer"}}},
      {"policy_refs", json::Object{{"governance_policy_hash", given(run.governance_policy_hash)},
                                   {"model_profile_hash", given(run.model_profile_hash)},
                                   {"answer_mode", run.answer_mode}}}};
}

}  // namespace arborist::question
