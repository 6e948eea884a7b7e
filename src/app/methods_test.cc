// SPDX-License-Identifier: AGPL-3.0-only
#include "app/methods.h"

#include <gtest/gtest.h>

#include "app/rpc_server.h"

// What the golden cases and vectors do not hold: defaults, and refusals by the field's name.
namespace arborist::app {
namespace {

std::string Call(std::string_view method, std::string_view params) {
  const json::Value request = json::Object{
      {"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", *json::Parse(params)}};
  const json::Value response = *json::Parse(*RpcServer().Handle(json::DumpLine(request)));
  if (const json::Value* result = response.Find("result")) return json::DumpLine(*result);
  return response.Find("error")->Find("message")->as_string();
}

constexpr std::string_view kZeros =
    "0000000000000000000000000000000000000000000000000000000000000000";

TEST(TextMethods, QuestionModeDefaultsToTheEquivalenceClass) {
  EXPECT_EQ(Call("canonical_question", R"({"question":"Who is THE Batman?"})"),
            "\"who is batman\"");
  EXPECT_EQ(Call("canonical_question", R"({"question":"x","mode":"loose"})"),
            "field mode must be equivalence_class, equivalence_class_v2 or strict");
  EXPECT_EQ(Call("question_hash", R"({"question":1})"), "field question must be a string");
}
TEST(TextMethods, CanonicalJsonTakesNullButNotNothing) {
  EXPECT_EQ(Call("canonical_json", R"({"value":null})"), "\"null\"");
  EXPECT_EQ(Call("canonical_json", "{}"), "field value is missing");
}
TEST(WikitextMethods, BaseTakesAString) {
  EXPECT_EQ(Call("wikitext_base", R"({"text":"a [[b|c]]{{d}}"})"), "\"a c\"");
  EXPECT_EQ(Call("wikitext_base", R"({"text":1})"), "field text must be a string");
  EXPECT_EQ(Call("markdown_base", R"j({"text":"a [*b*](c)"})j"), "\"a b\"");
  EXPECT_EQ(Call("rest_base", R"({"text":"a `b <c>`_"})"), "\"a b\"");
  EXPECT_EQ(Call("asciidoc_base", R"({"text":"a link:c[*b*]"})"), "\"a b\"");
}
TEST(JsonMethods, RepairDefaultsToTheReference) {
  EXPECT_EQ(Call("lenient_json_parse", R"({"text":"[\"a\",\"b\""})"),
            R"({"fixups":["drop_partial_key","close_bracket"],"value":["a"]})");
  EXPECT_EQ(Call("lenient_json_parse", R"({"text":"[\"a\",\"b\"","repair":"repair-v2"})"),
            R"({"fixups":["close_bracket"],"value":["a","b"]})");
  EXPECT_EQ(Call("lenient_json_parse", R"({"text":"[]","repair":"best"})"),
            "field repair must be reference-v9.8 or repair-v2");
  EXPECT_EQ(Call("lenient_json_parse", R"({"text":"nul"})"),
            "field text: JSON: an unknown word at byte 0");
}
TEST(VerifyMethods, VerifierDefaultsToTheReference) {
  constexpr std::string_view kShuffled =
      R"("answer_text":"Oil raised price the posted OPEC quickly.",)"
      R"("context":"OPEC quickly raised the posted price of oil.")";
  const auto call = [&](std::string_view more) {
    return Call("verify_quotes", "{" + std::string(kShuffled) + std::string(more) + "}");
  };
  EXPECT_NE(call("").find("STRICT"), std::string::npos);
  EXPECT_EQ(call(""), call(R"(,"verifier":"reference-v9.8")"));
  EXPECT_EQ(call(R"(,"verifier":"lexical-v2")").find("STRICT"), std::string::npos);
  EXPECT_EQ(call(R"(,"verifier":"lexical-v3")").find("STRICT"), std::string::npos);
  EXPECT_EQ(call(R"(,"verifier":"lexical-v9")"),
            "field verifier must be reference-v9.8, lexical-v2 or lexical-v3");
}
TEST(VerifyMethods, DiagnosisStandsBesideTheVerdictWhenAskedFor) {
  constexpr std::string_view kCall =
      R"({"answer_text":"OPEC never raised the posted price of oil.","verifier":"lexical-v2",)"
      R"("context":"OPEC raised the posted price of oil.")";
  EXPECT_EQ(Call("verify_quotes", std::string(kCall) + "}").find("diagnosis"), std::string::npos);
  const std::string diagnosed = Call("verify_quotes", std::string(kCall) + R"(,"diagnose":true})");
  EXPECT_NE(diagnosed.find(R"("diagnosis":"negated")"), std::string::npos) << diagnosed;
  EXPECT_NE(diagnosed.find(R"("offset_start":0)"), std::string::npos) << diagnosed;
}
TEST(KeyMethods, ModelProfileDefaultsAreEmpty) {
  EXPECT_EQ(Call("model_profile_hash", R"({"model_id":"m"})"),
            Call("model_profile_hash", R"({"model_id":"m","revision":"","quantization":null})"));
  EXPECT_EQ(Call("model_profile_hash", R"({"model_id":"m","revision":2})"),
            "field revision must be a string");
}
TEST(KeyMethods, AbsentAndNullNinthDimensionAreTheSame) {
  const std::string eight =
      R"("source_root":"a","question_hash":"b","model_profile_hash":"c","conversation_hash":"d",)"
      R"("governance_policy_hash":"e","schema_version":"f","canonicalization_version":"g","chunking_version":"h")";
  const std::string key = Call("cache_key", "{" + eight + "}");
  EXPECT_EQ(key.size(), 66u);
  EXPECT_EQ(Call("cache_key", "{" + eight + R"(,"verifier_policy_hash":null})"), key);
  EXPECT_NE(Call("cache_key", "{" + eight + R"(,"verifier_policy_hash":""})"), key);
  EXPECT_EQ(Call("cache_key", "{" + eight + R"(,"verifier_policy_hash":1})"),
            "field verifier_policy_hash must be a string");
  EXPECT_EQ(Call("cache_key", "{}"), "field source_root must be a string");
}
TEST(KeyMethods, HashesNameTheFieldTheyMiss) {
  EXPECT_EQ(Call("conversation_hash", R"({"messages":{}})"), "field messages must be a list");
  EXPECT_EQ(Call("governance_policy_hash", R"({"policy":[]})"), "field policy must be an object");
  EXPECT_EQ(Call("verifier_policy_hash", "{}"), "field policy must be an object");
}
TEST(QuestionMethods, NullParamsAreAbsent) {
  EXPECT_EQ(Call("preflight_question", R"({"question":"x"})"),
            Call("preflight_question",
                 R"({"question":"x","mode":null,"policy":null,"answer_mode":null,)"
                 R"("reference_frames":null,"corpus_profile":null,"model_profile_id":null})"));
}
TEST(QuestionMethods, ClausesComeWithTheAnswerMode) {
  EXPECT_FALSE(Call("preflight_question", R"({"question":"x"})").contains("answer_contract"));
  EXPECT_TRUE(Call("preflight_question", R"({"question":"x","answer_mode":"quote"})")
                  .contains(R"("answer_contract":{)"));
}
TEST(QuestionMethods, NameTheFieldTheyRefuse) {
  EXPECT_EQ(Call("classify_question_quantifier", "{}"), "field question must be a string");
  EXPECT_EQ(Call("preflight_question", R"({"question":"x","policy":{"reject_broad":"yes"}})"),
            "field policy: field reject_broad must be true or false");
  EXPECT_EQ(Call("preflight_question", R"({"question":"x","answer_mode":"poem"})"),
            "field answer_mode must be quote, claim_lattice_pointer or claim_lattice");
  EXPECT_EQ(Call("preflight_question", R"({"question":"x","mode":"loose"})"),
            "field mode must be equivalence_class, equivalence_class_v2 or strict");
}
TEST(DocumentMethods, EmptyTextHasTheZeroRoot) {
  EXPECT_EQ(Call("chunk", R"({"text":" "})"), R"({"document_root":")" + std::string(kZeros) +
                                                  R"(","leaf_count":0,"leaf_hashes":[]})");
  EXPECT_EQ(Call("chunk", R"({"text":"x","chunking_version":"tok-1"})"),
            "field chunking_version must be tok-512-v1 or tok-512-v2");
}
TEST(DocumentMethods, ProofsOfNoLeafAreRefused) {
  EXPECT_EQ(Call("merkle_proof", R"({"leaves":[],"index":0})"),
            "field index must be from 0 to below the 0 leaves");
  EXPECT_EQ(Call("merkle_proof", R"({"leaves":["00"],"index":0})"),
            "field leaves, entry 0: a hash has 64 hex digits, this has 2");
}
TEST(DocumentMethods, WrongProofsAreFalseAndWhatIsNoProofIsAnError) {
  const std::string zeros(kZeros);
  const std::string proof = R"({"leaf":")" + zeros + R"(","root":")" + zeros + R"(",)";
  EXPECT_EQ(Call("verify_proof", R"({"proof":)" + proof + R"("leaf_index":0,"siblings":[]}})"),
            "true");
  EXPECT_EQ(Call("verify_proof",
                 R"({"proof":)" + proof + R"("leaf_index":1,"leaf_count":1,"siblings":[]}})"),
            "false");
  std::string steps;
  for (int i = 0; i < 64; ++i) {
    steps += std::string(i == 0 ? "" : ",") + R"({"hash":")" + zeros + R"(","is_left":true})";
  }
  EXPECT_EQ(Call("verify_proof",
                 R"({"proof":)" + proof + R"("leaf_index":0,"siblings":[)" + steps + "]}}"),
            "false");
  EXPECT_EQ(Call("verify_proof", R"({"proof":)" + proof + R"("leaf_index":0}})"),
            "field proof: field siblings must be a list");
  EXPECT_EQ(Call("verify_proof", R"({"proof":{"leaf":"AA"}})"),
            "field proof: malformed_hash: field leaf: a hash has 64 hex digits, this has 2");
  EXPECT_EQ(Call("verify_proof", "{}"), "field proof must be an object");
}
TEST(RunDagMethods, ErrorsNameTheField) {
  EXPECT_EQ(Call("build_run_dag", "{}"), "field question_hash must be a string");
  EXPECT_EQ(Call("build_reject_run_dag", R"({"question_hash":"aa"})"),
            "field question_hash: a hash has 64 hex digits, this has 2");
  EXPECT_EQ(Call("verify_run_dag", "{}"), "field blob is missing");
  EXPECT_EQ(Call("verify_run_dag", R"({"blob":"nul"})"),
            "field blob: JSON: an unknown word at byte 0");
  EXPECT_EQ(Call("localize_failure", R"({"audit_mode":"HYBRID","n_sources":1,"n_quotes":1})"),
            "field n_verified must be an integer");
  EXPECT_EQ(Call("preflight_node_hash", R"({"question_state":"x"})"),
            "field question_state must be an object");
}

}  // namespace
}  // namespace arborist::app
