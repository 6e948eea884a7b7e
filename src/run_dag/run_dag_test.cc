// SPDX-License-Identifier: AGPL-3.0-only
#include "run_dag/run_dag.h"

#include <gtest/gtest.h>

#include <limits>

#include "crypto/sha256.h"
#include "merkle/tree.h"
#include "run_dag/preflight_clauses.h"

namespace arborist::run_dag {
namespace {

Hash256 Filled(std::uint8_t byte) {
  Hash256 hash;
  hash.bytes.fill(byte);
  return hash;
}

// The run of the derived vector: nothing was found, the answer is "hi".
AnsweredRun EmptyRun() {
  AnsweredRun run;
  run.question_hash = QuestionHash(Filled(0xAA));
  run.conversation_hash = Filled(0xBB);
  run.answer_text = "hi";
  run.audit_mode = "UNGROUNDED";
  run.verifier_method = "none";
  run.lookup_path = "miss";
  return run;
}

std::vector<Stage> Stages(const RunDag& dag) {
  std::vector<Stage> stages;
  stages.reserve(dag.nodes.size());
  for (const Node& node : dag.nodes) stages.push_back(node.stage);
  return stages;
}

Hash256 HashOf(const RunDag& dag, Stage stage) {
  for (const Node& node : dag.nodes) {
    if (node.stage == stage) return node.hash;
  }
  return {};
}

TEST(RunDag, DerivedVectorOfSevenStages) {
  const RunDag dag = *Build(EmptyRun());
  EXPECT_EQ(dag.root.hex(), "0c408fd6c420e9e735f99f91bf752fb532dbf59b4dd50e4e0e0973c38b20af7a");
  EXPECT_EQ(HashOf(dag, Stage::kRetrieval).hex().substr(0, 8), "4f53cda1");
  EXPECT_EQ(HashOf(dag, Stage::kVerify).hex().substr(0, 8), "3ddf021e");
  EXPECT_EQ(HashOf(dag, Stage::kFinalLabel).hex().substr(0, 8), "cd6f6e31");
}
TEST(RunDag, HasFiveShapes) {
  AnsweredRun run = EmptyRun();
  EXPECT_EQ(ShapeOf(Build(run)->nodes), Shape::kQuote);
  EXPECT_EQ(Build(run)->nodes.size(), 7u);
  run.preflight_hash = Filled(1);
  EXPECT_EQ(ShapeOf(Build(run)->nodes), Shape::kQuotePreflight);
  EXPECT_EQ(Build(run)->nodes.size(), 8u);
  run.evidence_map_root = Filled(2);
  EXPECT_EQ(ShapeOf(Build(run)->nodes), Shape::kLatticePreflight);
  EXPECT_EQ(Build(run)->nodes.size(), 10u);
  run.preflight_hash.reset();
  EXPECT_EQ(ShapeOf(Build(run)->nodes), Shape::kLattice);
  EXPECT_EQ(Build(run)->nodes.size(), 9u);
  const RunDag reject = *BuildReject(Rejection{});
  EXPECT_EQ(ShapeOf(reject.nodes), Shape::kReject);
  EXPECT_EQ(reject.nodes.size(), 3u);
}
TEST(RunDag, StagesStandInTheOrderOfTheRun) {
  AnsweredRun run = EmptyRun();
  run.preflight_hash = Filled(1);
  EXPECT_EQ(Stages(*Build(run)),
            (std::vector{Stage::kQuestion, Stage::kPreflight, Stage::kRetrieval, Stage::kContext,
                         Stage::kPrompt, Stage::kAnswer, Stage::kVerify, Stage::kFinalLabel}));
  run.evidence_map_root = Filled(2);
  EXPECT_EQ(
      Stages(*Build(run)),
      (std::vector{Stage::kQuestion, Stage::kPreflight, Stage::kRetrieval, Stage::kEvidenceMap,
                   Stage::kPrompt, Stage::kRawAnswer, Stage::kParsedClaimLattice, Stage::kVerify,
                   Stage::kRender, Stage::kFinalLabel}));
}
TEST(RunDag, RootIsTheMerkleRootOverTheStageHashes) {
  const RunDag dag = *Build(EmptyRun());
  std::vector<Hash256> leaves;
  leaves.reserve(dag.nodes.size());
  for (const Node& node : dag.nodes) leaves.push_back(node.hash);
  EXPECT_EQ(dag.root, merkle::Root(leaves));
}
TEST(RunDag, LatticeTextsFallBackToTheAnswer) {
  AnsweredRun run = EmptyRun();
  run.evidence_map_root = Filled(2);
  const RunDag plain = *Build(run);
  EXPECT_EQ(HashOf(plain, Stage::kRawAnswer), crypto::Sha256("hi"));
  EXPECT_EQ(HashOf(plain, Stage::kRender), crypto::Sha256("hi"));
  EXPECT_EQ(HashOf(plain, Stage::kParsedClaimLattice), crypto::Sha256("[]"));
  run.raw_answer_text = "";
  run.rendered_text = "shown";
  EXPECT_EQ(HashOf(*Build(run), Stage::kRawAnswer), crypto::Sha256(""));
  EXPECT_EQ(HashOf(*Build(run), Stage::kRender), crypto::Sha256("shown"));
}
TEST(RunDag, RetrievalBindsThePlanWhereThereIsOne) {
  AnsweredRun run = EmptyRun();
  const Hash256 without = HashOf(*Build(run), Stage::kRetrieval);
  EXPECT_EQ(without, crypto::Sha256("[]"));
  run.retrieval_plan_hash = Filled(3);
  EXPECT_EQ(HashOf(*Build(run), Stage::kRetrieval),
            crypto::Sha256(R"({"retrieval_plan_hash":")" + Filled(3).hex() +
                           R"(","sources_summary_hash":")" + without.hex() + R"("})"));
}
TEST(RunDag, ScoresAreHashedAsGiven) {
  AnsweredRun run = EmptyRun();
  run.sources.resize(1);
  run.sources[0].score = 1;
  const Hash256 integer = HashOf(*Build(run), Stage::kRetrieval);
  EXPECT_EQ(integer, crypto::Sha256(R"([{"chunk_idx":null,"document_root":null,"score":1,)"
                                    R"("source_role":null}])"));
  run.sources[0].score = 1.0;
  EXPECT_NE(HashOf(*Build(run), Stage::kRetrieval), integer);
  run.sources[0].score = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(Build(run));
}
TEST(RunDag, AbsentAndEmptyViolationsDiffer) {
  AnsweredRun run = EmptyRun();
  const Hash256 absent = HashOf(*Build(run), Stage::kVerify);
  run.violations = json::Array{};
  EXPECT_NE(HashOf(*Build(run), Stage::kVerify), absent);
  Rejection rejection;
  const Hash256 label = HashOf(*BuildReject(rejection), Stage::kFinalLabel);
  rejection.violations = json::Array{};
  EXPECT_NE(HashOf(*BuildReject(rejection), Stage::kFinalLabel), label);
}
TEST(RunDag, AnswerModeEntersTheLabelOnlyWhenGiven) {
  AnsweredRun run = EmptyRun();
  EXPECT_EQ(HashOf(*Build(run), Stage::kFinalLabel),
            crypto::Sha256(
                R"({"audit_mode":"UNGROUNDED","lookup_path":"miss","verifier_method":"none"})"));
  run.answer_mode = "quote";
  run.lookup_path.reset();
  EXPECT_EQ(HashOf(*Build(run), Stage::kFinalLabel),
            crypto::Sha256(R"({"answer_mode":"quote","audit_mode":"UNGROUNDED",)"
                           R"("lookup_path":null,"verifier_method":"none"})"));
}
TEST(RunDag, LoneSurrogatesAreHashedAsTheirBytes) {
  AnsweredRun run = EmptyRun();
  run.answer_text = "\xED\xA0\x80";
  EXPECT_EQ(HashOf(*Build(run), Stage::kAnswer), crypto::Sha256("\xED\xA0\x80"));
}
TEST(RunDag, RejectionsThatDifferInTextAloneDiffer) {
  Rejection rejection;
  rejection.answer_text = "a";
  const Hash256 root = BuildReject(rejection)->root;
  rejection.answer_text = "b";
  EXPECT_NE(BuildReject(rejection)->root, root);
  EXPECT_EQ(HashOf(*BuildReject(Rejection{}), Stage::kFinalLabel),
            crypto::Sha256(R"({"answer_text_hash":")" + crypto::Sha256("").hex() +
                           R"(","audit_mode":"UNGROUNDED","lookup_path":"preflight",)"
                           R"("rejection_reason":"","verifier_method":"claim_lattice_pointer"})"));
}

TEST(VerifyRunDag, HoldsForWhatWasBuilt) {
  EXPECT_TRUE(Verify(*Build(EmptyRun())));
  EXPECT_TRUE(Verify(*BuildReject(Rejection{})));
}
TEST(VerifyRunDag, NamesWhatDoesNotHold) {
  const auto refusal = [](const RunDag& dag) {
    const Status status = Verify(dag);
    return status ? "" : status.error().message.substr(0, status.error().message.find(':'));
  };
  RunDag changed = *Build(EmptyRun());
  changed.nodes[2].hash.bytes[0] ^= 1;
  EXPECT_EQ(refusal(changed), "root_mismatch");
  // The odd layer repeats its last element, so the same root has one stage more. The shape knows.
  RunDag longer = *Build(EmptyRun());
  longer.nodes.push_back(longer.nodes.back());
  EXPECT_EQ(refusal(longer), "unknown_shape");
  RunDag renamed = *Build(EmptyRun());
  renamed.nodes[2].stage = Stage::kEvidenceMap;
  EXPECT_EQ(refusal(renamed), "unknown_shape");
  EXPECT_EQ(refusal(RunDag{}), "unknown_shape");
}
TEST(VerifyRunDag, PayloadMustBeWhatItsStageHashes) {
  Preflight preflight;
  preflight.policy_refs = {{"answer_mode", "quote"}};
  AnsweredRun run = EmptyRun();
  run.preflight_hash = *PreflightNodeHash(preflight);
  run.preflight_payload = PreflightPayload(preflight);
  RunDag dag = *Build(run);
  EXPECT_TRUE(Verify(dag));
  dag.preflight_payload->insert_or_assign("stage", "other");
  EXPECT_EQ(Verify(dag).error().message.substr(0, 18), "preflight_mismatch");
  run.preflight_hash.reset();
  EXPECT_EQ(Verify(*Build(run)).error().message.substr(0, 18), "preflight_mismatch");
}

TEST(LocalizeFailure, NamesTheFirstStageThatWentWrong) {
  EXPECT_EQ(LocalizeFailure("STRICT", 0, 0), std::nullopt);
  EXPECT_EQ(LocalizeFailure("UNGROUNDED", 0, 3), Stage::kRetrieval);
  EXPECT_EQ(LocalizeFailure("UNGROUNDED", 2, 0), Stage::kContext);
  EXPECT_EQ(LocalizeFailure("HYBRID", 2, 3), Stage::kAnswer);
}

TEST(WithoutWording, LeavesCodesAndNumbers) {
  const json::Array list =
      json::Parse(R"([{"kind":"K","reason":"x","rationale":"y","diagnosis":"negated","n":1,
        "deep":[{"reason":"z","status":"S"}],"reasons":["CODE","some words","X1"]}])")
          ->as_array();
  EXPECT_EQ(json::Dump(WithoutWording(list)),
            R"([{"deep":[{"status":"S"}],"kind":"K","n":1,"reasons":["CODE","X1"]}])");
}

TEST(Preflight, EmptyClausesStandAsEmptyObjects) {
  EXPECT_EQ(json::Dump(PreflightPayload(Preflight{})),
            R"({"answer_contract":{},"classifier":{},"evidence_contract":{},)"
            R"("node_version":"preflight-node-v1","policy_refs":{},"prompt_contract":{},)"
            R"("question_state":{},"stage":"preflight"})");
  EXPECT_EQ(PreflightNodeHash(Preflight{})->hex(),
            "669503f032b1f5e9d781f5ba82f47b111b878d566c984568b4704ae245b4bfad");
}

}  // namespace
}  // namespace arborist::run_dag
