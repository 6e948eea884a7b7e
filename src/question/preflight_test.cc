// SPDX-License-Identifier: AGPL-3.0-only
#include "question/preflight.h"

#include <gtest/gtest.h>

#include "crypto/sha256.h"

namespace arborist::question {
namespace {

using Statuses = std::vector<std::string_view>;

PreflightPolicy Policy(std::string_view text) {
  return ReadPreflightPolicy(*json::Parse(text)).value();
}
QuestionState State(std::string_view question, std::string_view policy = "{}") {
  PreflightInput input;
  input.question = question;
  input.policy = Policy(policy);
  return PreflightQuestion(input);
}

TEST(Preflight, AGoodQuestionIsWellFormed) {
  const QuestionState state = State("Who painted the Mona Lisa?");
  EXPECT_EQ(state.logical_statuses, Statuses{"well_formed"});
  EXPECT_EQ(state.preflight_result, PreflightResult::kOk);
  EXPECT_EQ(state.question_shape, "who");
  EXPECT_EQ(state.corpus_requirement, "any_source");
  EXPECT_EQ(state.question_hash,
            HashQuestion("Who painted the Mona Lisa?", Dedup::kEquivalenceClass));
}
TEST(Preflight, EveryDoubtMakesItPartial) {
  const std::pair<std::string_view, std::string_view> kDoubts[] = {
      {"what is it?", "under_specified"},
      {"When did Ada stop smoking?", "false_premise_suspected"},
      {"Which alive king is dead?", "contradictory_question"},
      {"Who is the CEO of Apple?", "stale_risk"},
      {"list all wars", "broad_quantifier_unbounded"},
  };
  for (const auto& [question, status] : kDoubts) {
    const QuestionState state = State(question);
    EXPECT_EQ(state.logical_statuses, Statuses{status}) << question;
    EXPECT_EQ(state.preflight_result, PreflightResult::kPartial) << question;
  }
}
TEST(Preflight, HighSensitivityNeedsACurrentSource) {
  EXPECT_EQ(State("What is the latest model?").corpus_requirement, "needs_current_source");
}
TEST(Preflight, PrivateDocumentsBlock) {
  const QuestionState state = State("What does my unpublished file say today?");
  EXPECT_EQ(state.logical_statuses, (Statuses{"out_of_corpus_risk", "stale_risk"}));
  EXPECT_EQ(state.preflight_result, PreflightResult::kBlocked);
  EXPECT_EQ(state.corpus_requirement, "needs_private_document");
}
TEST(Preflight, ContradictionsBlockOnlyWhenThePolicySaysSo) {
  EXPECT_EQ(State("Which alive king is dead?").preflight_result, PreflightResult::kPartial);
  EXPECT_EQ(
      State("Which alive king is dead?", R"({"block_on_contradiction":true})").preflight_result,
      PreflightResult::kBlocked);
}
TEST(Preflight, BroadQuestionsBlockOnlyWhenRejectedAndUnbounded) {
  EXPECT_EQ(State("list all wars", R"({"reject_broad":true})").preflight_result,
            PreflightResult::kBlocked);
  EXPECT_EQ(State("list all planets", R"({"reject_broad":true})").preflight_result,
            PreflightResult::kOk);
}
TEST(Preflight, TwoReferenceFramesAreAmbiguous) {
  PreflightInput input;
  input.question = "Who is Batman?";
  input.reference_frames = {"fiction"};
  EXPECT_EQ(PreflightQuestion(input).preflight_result, PreflightResult::kOk);
  input.reference_frames.emplace_back("history");
  EXPECT_EQ(PreflightQuestion(input).logical_statuses, Statuses{"reference_frame_ambiguous"});
  input.policy.metacognition_reference_frame = false;
  EXPECT_EQ(PreflightQuestion(input).logical_statuses, Statuses{"well_formed"});
}
TEST(Preflight, EachSwitchTurnsItsDetectorOff) {
  const std::pair<std::string_view, std::string_view> kSwitches[] = {
      {"list all wars", R"({"metacognition_quantifier":false})"},
      {"What is the latest model?", R"({"metacognition_temporal":false})"},
      {"Which alive king is dead?", R"({"metacognition_contradiction":false})"},
      {"When did Ada stop smoking?", R"({"metacognition_false_premise":false})"},
      {"What does my unpublished file say?", R"({"metacognition_out_of_corpus":false})"},
  };
  for (const auto& [question, policy] : kSwitches) {
    EXPECT_NE(State(question).preflight_result, PreflightResult::kOk) << question;
    EXPECT_EQ(State(question, policy).preflight_result, PreflightResult::kOk) << question;
    EXPECT_EQ(State(question, R"({"metacognition_enabled":false})").preflight_result,
              PreflightResult::kOk)
        << question;
  }
  EXPECT_TRUE(ToJson(State("list all wars", R"({"metacognition_quantifier":false})"))
                  .at("quantifier_intensity")
                  .is_null());
}
TEST(Preflight, TheCorpusProfileIsABoundary) {
  PreflightInput input;
  input.question = "Who won the cup in 2010?";
  input.corpus_profile = {{"corpus_latest_timestamp", "2003-05-16"}};
  const QuestionState state = PreflightQuestion(input);
  EXPECT_EQ(state.known_boundaries, std::vector<std::string>{"corpus_latest_timestamp=2003-05-16"});
  EXPECT_EQ(state.temporal_matched_tokens, std::vector<std::string>{"2010"});
  for (const std::string_view broken : {"", "20", "x003-01-01", "latest"}) {
    input.corpus_profile = {{"corpus_latest_timestamp", broken}};
    EXPECT_TRUE(PreflightQuestion(input).temporal_matched_tokens.empty()) << broken;
  }
}
TEST(Preflight, TheStateHasEveryField) {
  const json::Object state = ToJson(State("When did Ada stop smoking?"));
  for (const std::string_view field :
       {"raw_question", "question_hash", "logical_statuses", "question_shape",
        "quantifier_intensity", "quantifier_matched_token", "scope_bound_hint", "reference_frames",
        "temporal_sensitivity", "temporal_matched_tokens", "contradiction_pairs",
        "false_premise_hints", "corpus_requirement", "known_boundaries", "answer_constraints",
        "preflight_result", "preflight_policy_hash", "classifier_version"}) {
    EXPECT_TRUE(state.contains(field)) << field;
  }
  EXPECT_EQ(state.size(), 18u);
  EXPECT_EQ(state.at("classifier_version"), json::Value("metacognition-v0.1"));
  EXPECT_EQ(state.at("preflight_result"), json::Value("PREFLIGHT_PARTIAL"));
  EXPECT_EQ(state.at("temporal_sensitivity"), json::Value("low"));
}
TEST(Preflight, ShapesOfQuestions) {
  const std::pair<std::string_view, std::string_view> kShapes[] = {
      {"", "empty"},          {"all planets", "fragment"},     {"How many planets?", "count"},
      {"how does it", "how"}, {"Is it so?", "polar"},          {"Name a river", "request"},
      {"Whose is it", "who"}, {"In what year was it", "what"}, {"Explain it", "request"},
      {"why", "why"},         {"Hi. Where is Rome?", "where"}, {"tell me who he was", "who"},
  };
  for (const auto& [question, shape] : kShapes) {
    EXPECT_EQ(State(question).question_shape, shape) << question;
  }
}

TEST(PreflightPolicy, DefaultsAreResolvedBeforeHashing) {
  EXPECT_EQ(json::Dump(ToJson(PreflightPolicy{})),
            R"({"block_on_contradiction":false,"metacognition_contradiction":true,)"
            R"("metacognition_enabled":true,"metacognition_false_premise":true,)"
            R"("metacognition_out_of_corpus":true,"metacognition_quantifier":true,)"
            R"("metacognition_reference_frame":true,"metacognition_temporal":true,)"
            R"("quantifier_apply_caps_modes":["claim_lattice"],)"
            R"("quantifier_guard_apply_caps":false,"quantifier_guard_enabled":true,)"
            R"("quantifier_reminder_enabled":true,"reject_broad":false})");
  EXPECT_EQ(PreflightPolicyHash(Policy(R"({"reject_broad":false,"temperature":0.1})")),
            PreflightPolicyHash(PreflightPolicy{}));
  json::Object hashed = ToJson(PreflightPolicy{});
  hashed.emplace("metacognition_version", "metacognition-v0.1");
  hashed.emplace("quantifier_version", "quantifier-v1");
  EXPECT_EQ(PreflightPolicyHash(PreflightPolicy{}), crypto::Sha256(json::Dump(hashed)));
}
TEST(PreflightPolicy, EverySwitchMovesTheHash) {
  const Hash256 before = PreflightPolicyHash(PreflightPolicy{});
  for (const auto& [name, value] : ToJson(PreflightPolicy{})) {
    if (!value.is_bool()) continue;
    const json::Value flipped = json::Object{{name, !value.as_bool()}};
    EXPECT_NE(PreflightPolicyHash(*ReadPreflightPolicy(flipped)), before) << name;
  }
}
TEST(PreflightPolicy, ModesAreASet) {
  EXPECT_EQ(PreflightPolicyHash(Policy(R"({"quantifier_apply_caps_modes":["b","a","b"]})")),
            PreflightPolicyHash(Policy(R"({"quantifier_apply_caps_modes":["a","b"]})")));
}
TEST(PreflightPolicy, RefusalsNameTheField) {
  const auto refused = [](std::string_view text) {
    return ReadPreflightPolicy(*json::Parse(text)).error().message;
  };
  EXPECT_EQ(refused(R"({"reject_broad":1})"), "field reject_broad must be true or false");
  EXPECT_EQ(refused(R"({"quantifier_apply_caps_modes":[1]})"),
            "field quantifier_apply_caps_modes must be a list of strings");
}

json::Object Clauses(std::string_view question, std::string_view mode, std::string_view policy) {
  return ContractClauses({std::string(mode), "", "aa", "bb", 30}, ClassifyQuantifier(question),
                         Policy(policy));
}
TEST(ContractClauses, CapsAreRecordedAndAppliedOnlyOnRequest) {
  EXPECT_EQ(
      json::Dump(Clauses("list all wars", "claim_lattice", "{}").at("answer_contract")),
      R"({"allow_unbounded_enumeration":true,"apply_caps_active":false,)"
      R"("block_on_contradiction":false,"claim_cap_applied":null,"claim_cap_resolved":12,)"
      R"("evidence_pointer_required":true,"guard_enabled":true,"manual_quotes_allowed":false,)"
      R"("metacognition_enabled":true,"mode_gated":true,"reject_broad_active":false})");
  const auto applied = [](std::string_view mode) {
    const auto clauses = Clauses("list all wars", mode, R"({"quantifier_guard_apply_caps":true})");
    return *clauses.at("answer_contract").Find("claim_cap_applied");
  };
  EXPECT_EQ(applied("claim_lattice"), json::Value(12));
  EXPECT_TRUE(applied("claim_lattice_pointer").is_null());
  EXPECT_TRUE(applied("quote").is_null());
}
TEST(ContractClauses, TheReminderGoesToBroadLatticeRuns) {
  EXPECT_EQ(json::Dump(Clauses("list all wars", "claim_lattice", "{}").at("prompt_contract")),
            R"({"reminder_enabled":true,"reminder_injected":true,)"
            R"("reminder_template_id":"quantifier-reminder-v1"})");
  for (const auto& clauses :
       {Clauses("who is batman", "claim_lattice", "{}"), Clauses("list all wars", "quote", "{}"),
        Clauses("list all wars", "claim_lattice", R"({"quantifier_reminder_enabled":false})")}) {
    EXPECT_EQ(*clauses.at("prompt_contract").Find("reminder_injected"), json::Value(false));
    EXPECT_TRUE(clauses.at("prompt_contract").Find("reminder_template_id")->is_null());
  }
}
TEST(ContractClauses, ReferencesAreByHash) {
  const json::Object clauses = Clauses("x", "claim_lattice_pointer", "{}");
  EXPECT_EQ(
      json::Dump(clauses.at("policy_refs")),
      R"({"answer_mode":"claim_lattice_pointer","governance_policy_hash":"aa","model_profile_hash":"bb"})");
  EXPECT_EQ(json::Dump(clauses.at("evidence_contract")),
            R"({"max_evidence_ids_exposed":30,"one_claim_per_line":true})");
}

}  // namespace
}  // namespace arborist::question
