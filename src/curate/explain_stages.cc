// SPDX-License-Identifier: AGPL-3.0-only
// Facts of each stage of a run, for people. They are read from the record and, where the passages
// are still there, from the inputs of the run; they enter no hash. Stage by stage in the order of a
// run.
#include "curate/explain.h"
#include "judge/meanings.h"
#include "question/preflight.h"
#include "question/question.h"
#include "run/preflight_stage.h"
#include "text/utf8.h"

namespace arborist::curate {

namespace {

using Facts = std::vector<Fact>;

std::string Chars(std::string_view text) {
  return std::to_string(text::CountCodePoints(text)) + " characters";
}

std::string PolicyText(const run::RunRecord& run, std::string_view field) {
  const auto it = run.policy.find(field);
  if (it == run.policy.end()) return "";
  return it->second.is_string() ? it->second.as_string() : json::Dump(it->second);
}

std::string MemberText(const json::Value& value, std::string_view field) {
  const json::Value* member = value.Find(field);
  if (member == nullptr || member->is_null()) return "";
  return member->is_string() ? member->as_string() : json::Dump(*member);
}

Facts QuestionFacts(const run::RunRecord& run) {
  const std::string dedup = PolicyText(run, "question_dedup");
  const auto mode = question::DedupFromName(dedup);
  Facts facts{{"asked", run.question}};
  if (mode) facts.push_back({"hashed", question::CanonicalQuestion(run.question, *mode)});
  facts.push_back({"rule", dedup});
  facts.push_back({"question hash", run.dimensions.question_hash});
  return facts;
}

// Computed by the detectors of the policy that the run had, which is also what the stage hashes.
Facts PreflightFacts(const LoadedRun& loaded) {
  Facts facts;
  if (loaded.inputs) {
    const json::Object state =
        ToJson(run::StateOf(loaded.run.question, loaded.inputs->policy, loaded.run.model.model_id,
                            loaded.run.corpus_profile));
    for (const char* field : {"question_shape", "logical_statuses", "preflight_result",
                              "corpus_requirement", "claim_cap", "known_boundaries"}) {
      const std::string text = MemberText(json::Value(state), field);
      if (!text.empty()) facts.push_back({field, text});
    }
    if (const auto it = state.find("quantifier"); it != state.end()) {
      const std::string kind = MemberText(it->second, "quantifier_class");
      facts.push_back({"quantifier", kind.empty() ? json::Dump(it->second) : kind});
    }
  }
  if (loaded.run.dag.preflight_payload) {
    facts.push_back({"hashed clauses", std::to_string(loaded.run.dag.preflight_payload->size()) +
                                           " (providence show --preflight prints them)"});
  }
  return facts;
}

Facts RetrievalFacts(const run::RunRecord& run) {
  Facts facts{{"plan", json::Dump(run.retrieval_plan)},
              {"plan hash", run::HashPlanJson(run.retrieval_plan).hex()}};
  for (const run::RecordedSource& source : run.sources) {
    facts.push_back({"source", json::FormatFloat(source.ranked.score) + "  " +
                                   source.ranked.source_role + "  " + source.title + "  " +
                                   source.document_uri + "  root " +
                                   source.ranked.document_root.hex().substr(0, 12) + " chunk " +
                                   std::to_string(source.ranked.chunk_idx)});
  }
  return facts;
}

Facts ContextFacts(const run::RunRecord& run) {
  const auto documents = [](std::size_t count) {
    return std::to_string(count) + (count == 1 ? " document" : " documents");
  };
  Facts facts{{"source root", run.dimensions.source_root},
              {"over", documents(run.sources.size() - run.added.sources)}};
  if (run.added.sources > 0) {
    facts.push_back({"not under it",
                     documents(run.added.sources) + ", added when the answer was judged again"});
  }
  return facts;
}

Facts PassageFacts(const LoadedRun& loaded) {
  Facts facts;
  for (std::size_t i = 0; i < loaded.run.passages.size(); ++i) {
    const run::RecordedPassage& passage = loaded.run.passages[i];
    std::string text = passage.title.value_or(passage.document_uri) + "  chunk " +
                       std::to_string(passage.ref.chunk_idx) + " of " +
                       std::to_string(passage.ref.leaf_count) + ", characters " +
                       std::to_string(passage.ref.offset_start) + " to " +
                       std::to_string(passage.ref.offset_end) + "  text hash " +
                       passage.ref.text_hash.hex().substr(0, 12);
    facts.push_back({"E" + std::to_string(i + 1), std::move(text)});
  }
  return facts;
}

Facts PromptFacts(const LoadedRun& loaded) {
  Facts facts{{"version", PolicyText(loaded.run, "prompt_version")},
              {"conversation hash", loaded.run.dimensions.conversation_hash}};
  if (!loaded.inputs) return facts;
  for (const prompt::Message& message : run::MessagesToSend(*loaded.inputs)) {
    facts.push_back({"message", message.role + ", " + Chars(message.content)});
  }
  return facts;
}

Facts AnswerFacts(const run::RunRecord& run, std::string_view text) {
  Facts facts{{"model", run.model.model_id +
                            (run.model.revision.empty() ? "" : " as " + run.model.revision)},
              {"answer", std::string(text)}};
  for (const std::string& repair : run.repairs) facts.push_back({"repaired", repair});
  if (run.declined) facts.push_back({"declined", "it says that the sources do not answer"});
  return facts;
}

Facts ClaimFacts(const run::RunRecord& run) {
  Facts facts;
  const json::Value* statuses = run.Verdict("claim_statuses");
  if (statuses == nullptr || !statuses->is_array()) return facts;
  for (const json::Value& status : statuses->as_array()) {
    facts.push_back(
        {"claim", MemberText(status, "text") + "  " + MemberText(status, "evidence_ids")});
  }
  return facts;
}

Facts VerifyFacts(const run::RunRecord& run) {
  Facts facts{{"verifier", run.verifier()},
              {"verified", MemberText(run.verdict, "n_verified") + " of " +
                               MemberText(run.verdict, "n_quotes")}};
  for (const json::Value& unit : run.units) {
    const std::string why = MemberText(unit, "diagnosis");
    facts.push_back({"unit", MemberText(unit, "status") + (why.empty() ? "" : " (" + why + ")") +
                                 "  " + MemberText(unit, "text")});
    if (const json::Value* passage = unit.Find("passage")) {
      facts.push_back({why.empty() ? "  stands in" : "  nearest",
                       "E" + MemberText(*passage, "number") + ": " + MemberText(*passage, "text")});
    }
  }
  return facts;
}

Facts LabelFacts(const run::RunRecord& run) {
  Facts facts{{"label", run.audit_mode() + ": " +
                            std::string(judge::LabelMeaning(
                                judge::IsSelectionRung(run.rung) ? run.rung : run.audit_mode()))},
              {"rung", run.rung + ": " + std::string(judge::LabelMeaning(run.rung))}};
  if (const json::Value* list = run.Verdict("violations"); list != nullptr && list->is_array()) {
    for (const json::Value& violation : list->as_array()) {
      const std::string why = MemberText(violation, "rationale");
      facts.push_back(
          {"violation", MemberText(violation, "kind") + (why.empty() ? "" : ": " + why)});
    }
  }
  return facts;
}

}  // namespace

std::vector<Fact> FactsOf(run_dag::Stage stage, const LoadedRun& loaded) {
  const run::RunRecord& run = loaded.run;
  switch (stage) {
    case run_dag::Stage::kQuestion:
      return QuestionFacts(run);
    case run_dag::Stage::kPreflight:
      return PreflightFacts(loaded);
    case run_dag::Stage::kRetrieval:
      return RetrievalFacts(run);
    case run_dag::Stage::kContext: {
      Facts facts = ContextFacts(run);
      // In quote mode there is no evidence map, and the passages are the context.
      if (PolicyText(run, "answer_mode") == "quote") {
        for (Fact& fact : PassageFacts(loaded)) facts.push_back(std::move(fact));
      }
      return facts;
    }
    case run_dag::Stage::kEvidenceMap:
      return PassageFacts(loaded);
    case run_dag::Stage::kPrompt:
      return PromptFacts(loaded);
    case run_dag::Stage::kAnswer:
      return AnswerFacts(run, run.answer_text);
    case run_dag::Stage::kRawAnswer:
      return AnswerFacts(run, run.raw_answer);
    case run_dag::Stage::kParsedClaimLattice:
      return ClaimFacts(run);
    case run_dag::Stage::kVerify:
      return VerifyFacts(run);
    case run_dag::Stage::kRender:
      return {{"shown", run.answer_text}};
    case run_dag::Stage::kFinalLabel:
      break;
  }
  return LabelFacts(run);
}

}  // namespace arborist::curate
