// SPDX-License-Identifier: AGPL-3.0-only
// Checks a record bundle, second part: performs the run again from the proven texts, with the
// functions of run/, and compares every stage. Nothing that can be computed is believed. A check
// that needs what a redacted bundle leaves out is skipped; one that needs an unknown policy is "not
// checked". The stages of a redacted run are compared as far as the record has their hashes.
#include <algorithm>
#include <utility>

#include "bundle/record_checker.h"
#include "crypto/sha256.h"
#include "question/question.h"
#include "run/selected.h"

namespace arborist::bundle {

namespace {

constexpr std::string_view kNeedsTexts = "needs texts that the bundle leaves out";

std::string Differs(std::string_view code, std::string_view what, std::string_view computed,
                    std::string_view claimed) {
  if (computed == claimed) return {};
  return std::string(code) + ": " + std::string(what) + " is " + std::string(computed) +
         ", the bundle says " + std::string(claimed);
}

}  // namespace

void RecordChecker::Repeat() {
  if (bundle_.redacted) return;
  if (!policy_) why_not_ = "the run's policy is not known here";
  if (!why_not_.empty()) return;
  auto inputs = run::InputsOf(run_, spans_);
  if (!inputs) {
    why_not_ = inputs.error().message;
    return;
  }
  inputs_ = std::move(*inputs);
  assessment_ = run::Assess(*inputs_, run_.raw_answer, false);
  auto finished = run::Finish({.inputs = &*inputs_,
                               .assessment = &*assessment_,
                               .sources = run_.sources,
                               .retrieval_plan = run_.retrieval_plan,
                               .corpus_profile = run_.corpus_profile,
                               .parts = run_.parts});
  if (finished) {
    finished_ = std::move(*finished);
  } else {
    why_not_ = finished.error().message;
  }
}

bool RecordChecker::CanRepeat(std::string_view name) {
  if (finished_) return true;
  if (bundle_.redacted) {
    Skipped(name, std::string(kNeedsTexts));
  } else {
    NotChecked(name, why_not_);
  }
  return false;
}

void RecordChecker::CheckQuestion() {
  if (!CanRepeat("question_hash")) return;
  Equal("question_hash", "the hash of the canonical question",
        finished_->record.dimensions.question_hash, run_.dimensions.question_hash);
}

void RecordChecker::CheckPolicy() {
  const question::KeyDimensions& claimed =
      bundle_.redacted ? bundle_.record.dimensions : run_.dimensions;
  const bool resolved = policy_ && resolved_ == run_.policy;
  std::string governance;
  if (finished_ && resolved) {
    governance = finished_->record.dimensions.governance_policy_hash;  // of the same object
  } else {
    const auto hash = question::HashCanonicalJson(run_.policy);
    if (!hash) return Failed("policy", "unhashable: a number JSON cannot hold");
    governance = hash->hex();
  }
  std::string problem = Differs("policy_hash_mismatch", "the policy's hash", governance,
                                claimed.governance_policy_hash);
  const bool nine = claimed.verifier_policy_hash.has_value();
  if (problem.empty() && nine) {
    const auto verifier = question::VerifierPolicyHash(run_.policy);
    if (!verifier) return Failed("policy", "unhashable: a number JSON cannot hold");
    problem = Differs("verifier_policy_hash_mismatch", "the hash of its verifier fields",
                      verifier->hex(), *claimed.verifier_policy_hash);
  }
  if (problem.empty() && !bundle_.redacted && nine != run_.nine_dimensions) {
    problem = "dimensions_mismatch: nine_dimensions is not what the dimensions say";
  }
  const auto named = run_.policy.find("verifier");
  if (problem.empty() &&
      (named == run_.policy.end() || named->second != json::Value(bundle_.record.verifier))) {
    problem = "verifier_mismatch: the policy names another verifier than the record";
  }
  if (problem.empty() && policy_ && !resolved) {
    problem = "unresolved_policy: fields are not written as they are resolved";
  }
  Judge("policy", problem, "the policy, resolved, has the hash " + governance);
}

void RecordChecker::CheckModel() {
  const question::KeyDimensions& claimed =
      bundle_.redacted ? bundle_.record.dimensions : run_.dimensions;
  const run::Model& model = run_.model;
  Equal("model", "the hash of the model's profile",
        question::ModelProfileHash(model.model_id, model.revision, model.quantization).hex(),
        claimed.model_profile_hash);
}

void RecordChecker::CheckMessages() {
  if (!CanRepeat("messages")) return;
  const std::string& computed = finished_->record.dimensions.conversation_hash;
  const auto given = question::HashCanonicalJson(prompt::ToJson(bundle_.messages));
  std::string problem;
  if (!given || given->hex() != computed) problem = MessageProblem(run::MessagesToHash(*inputs_));
  if (problem.empty()) {
    problem = Differs("conversation_hash_mismatch", "the hash of the messages", computed,
                      run_.dimensions.conversation_hash);
  }
  Judge("messages", problem,
        "prompt, question and passages give the messages, whose hash is " + computed);
}

std::string RecordChecker::MessageProblem(const std::vector<prompt::Message>& made) const {
  if (made.size() != bundle_.messages.size()) {
    return "message_count: " + std::to_string(made.size()) + " messages, the bundle has " +
           std::to_string(bundle_.messages.size());
  }
  const auto [at, unused] = std::ranges::mismatch(made, bundle_.messages);
  return "message_mismatch: message " + std::to_string(at - made.begin()) +
         " is not what prompt, question and passages give";
}

void RecordChecker::CheckCacheKey() {
  const question::KeyDimensions& dimensions =
      bundle_.redacted ? bundle_.record.dimensions : run_.dimensions;
  Equal("cache_key", "the key of the dimensions", question::MakeCacheKey(dimensions).hex(),
        bundle_.cache_key.hex());
}

void RecordChecker::CheckAnswer() {
  if (!CanRepeat("answer")) return;
  const run::RunRecord& made = finished_->record;
  std::string problem;
  if (made.answer_text != run_.answer_text) {
    problem = "answer_mismatch: what the model wrote does not give this answer";
  } else if (made.repairs != run_.repairs) {
    problem = "repairs_mismatch: the answer was repaired otherwise";
  } else if (made.declined != run_.declined) {
    problem = "declined_mismatch: the answer declines, or does not";
  }
  const std::string hash = crypto::Sha256(run_.answer_text).hex();
  if (problem.empty()) {
    problem = Differs("answer_hash_mismatch", "the hash of the answer", hash,
                      bundle_.record.answer_hash.hex());
  }
  Judge("answer", problem, "what the model wrote gives the answer, whose hash is " + hash);
}

void RecordChecker::CheckVerdict() {
  if (!CanRepeat("verdict")) return;
  const run::RunRecord& made = finished_->record;
  std::string problem =
      Differs("label_mismatch", "the label", made.audit_mode(), run_.audit_mode());
  if (problem.empty()) {
    problem = Differs("label_mismatch", "the label", made.audit_mode(), bundle_.record.audit_mode);
  }
  if (problem.empty()) problem = Differs("rung_mismatch", "the rung", made.rung, run_.rung);
  const json::Value verdict = run_dag::WithoutWording({made.verdict})[0];
  for (const auto& [name, value] : verdict.as_object()) {
    if (!problem.empty()) break;
    const json::Value* claimed = run_.Verdict(name);
    if (claimed == nullptr || *claimed != value) {
      problem = "verdict_mismatch: " + name + " comes out otherwise";
    }
  }
  if (problem.empty() && verdict != run_.verdict) {
    problem = "verdict_mismatch: the bundle's verdict has members that do not come out";
  }
  Judge("verdict", problem,
        "the verifier, run again on the passages, says " + made.audit_mode() + ", " + made.rung);
}

void RecordChecker::CheckCitations() {
  if (bundle_.record.version == run::RecordVersion::k1) return;
  if (!CanRepeat("citations")) return;
  const std::string& rule = bundle_.record.citation_rule;
  if (!run::IsCitationRule(rule)) {
    return NotChecked("citations", "unknown citation_rule " + rule);
  }
  const std::vector<run::Citation>& made = finished_->record.citations;
  std::string problem;
  if (rule != finished_->record.citation_rule) {
    problem = "citation_mismatch: such a run does not cite by " + rule;
  } else if (made != run_.citations || made != bundle_.record.citations) {
    problem = "citation_mismatch: the units rest on other sentences";
  }
  Judge("citations", problem,
        std::to_string(made.size()) + " sentences, which the units rest on, come out again");
}

// The documents cited by claims that hold. A free answer cites nothing: there, the documents in
// which its verified units stand.
std::set<DocumentRoot> RecordChecker::Cited() const {
  std::set<DocumentRoot> cited;
  if (inputs_->policy.answer_mode == judge::AnswerMode::kQuote) {
    const run::Assessment explained = run::Assess(*inputs_, run_.raw_answer);
    for (const judge::CheckedUnit& unit : explained.report.units) {
      if (unit.verified && unit.place) {
        cited.insert(run_.passages[unit.place->passage].ref.document_root);
      }
    }
    return cited;
  }
  for (const auto& passages : run::CitedPassages(*inputs_, *assessment_)) {
    for (const std::size_t passage : passages) {
      cited.insert(run_.passages[passage].ref.document_root);
    }
  }
  return cited;
}

// With a trusted document as root, an answer that rests on other documents must not pass for one
// that rests on it.
void RecordChecker::MarkUncited() {
  if (bundle_.redacted || !finished_) return;
  const std::set<DocumentRoot> cited = Cited();
  for (const run::RecordedSource& recorded : run_.sources) {
    if (cited.contains(recorded.document.root)) continue;
    const std::string root = recorded.document.root.hex();
    for (VerifyReport::TiedRoot& tied : report().roots) {
      if (tied.root == root) tied.refusal = "not_cited: not cited by any claim that holds";
    }
  }
}

std::string RecordChecker::DagProblem(const run_dag::RunDag& computed) const {
  const run_dag::RunDag& claimed = run_.dag;
  if (const Status status = run_dag::Verify(claimed); !status) return status.error().message;
  for (std::size_t i = 0; i < std::min(computed.nodes.size(), claimed.nodes.size()); ++i) {
    if (computed.nodes[i] == claimed.nodes[i]) continue;
    return "stage_mismatch: stage " + std::string(Name(claimed.nodes[i].stage)) +
           " is the first that comes out otherwise";
  }
  if (computed != claimed) return "stage_mismatch: the run has other stages";
  return {};
}

// The hash of the evidence stage. In a run that lists sentences it also covers the list, whose hash
// is in the record.
Hash256 RecordChecker::EvidenceStage(const Hash256& map_root) const {
  if (!policy_ || !run::ListsSentences(*policy_)) return map_root;
  const auto part =
      std::ranges::find(bundle_.record.parts, run::kSentencesPart, &run::PartRef::name);
  return part == bundle_.record.parts.end() ? map_root
                                            : run::EvidenceStageHash(map_root, part->hash);
}

// Without texts: the stages give the root, and those that the record names have its hashes.
std::string RecordChecker::RedactedDagProblem() const {
  if (const Status status = run_dag::Verify(run_.dag); !status) return status.error().message;
  std::vector<std::string> ids;
  ids.reserve(bundle_.record.evidence.size());
  for (const run::EvidenceRef& ref : bundle_.record.evidence) {
    ids.push_back(evidence::EvidenceId(ref.chunk_root.hex(), ref.offset_start, ref.offset_end));
  }
  const question::KeyDimensions& dimensions = bundle_.record.dimensions;
  for (const run_dag::Node& node : run_.dag.nodes) {
    std::string expected = node.hash.hex();
    switch (node.stage) {
      case run_dag::Stage::kQuestion:
        expected = dimensions.question_hash;
        break;
      case run_dag::Stage::kContext:
        expected = dimensions.source_root;
        break;
      case run_dag::Stage::kEvidenceMap:
        expected = EvidenceStage(evidence::EvidenceRoot(ids)).hex();
        break;
      case run_dag::Stage::kPrompt:
        expected = dimensions.conversation_hash;
        break;
      case run_dag::Stage::kAnswer:
      case run_dag::Stage::kRender:
        expected = bundle_.record.answer_hash.hex();
        break;
      default:
        break;
    }
    if (expected != node.hash.hex()) {
      return "stage_mismatch: stage " + std::string(Name(node.stage)) +
             " is not what the record says";
    }
  }
  return {};
}

void RecordChecker::CheckRunDag() {
  if (bundle_.redacted) {
    return Judge("run_dag", RedactedDagProblem(),
                 "the stages give the root " + run_.dag.root.hex() +
                     ", and those that the record names have its hashes");
  }
  if (!CanRepeat("run_dag")) return;
  Judge("run_dag", DagProblem(finished_->record.dag),
        "all " + std::to_string(run_.dag.nodes.size()) + " stages come out again; their root is " +
            run_.dag.root.hex());
}

}  // namespace arborist::bundle
