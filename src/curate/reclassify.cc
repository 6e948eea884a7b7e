// SPDX-License-Identifier: AGPL-3.0-only
#include "curate/reclassify.h"

#include "crypto/sha256.h"
#include "question/keys.h"
#include "run/assess.h"

namespace arborist::curate {

namespace {

int Height(std::string_view audit_mode) {
  return audit_mode == "STRICT" ? 2 : audit_mode == "HYBRID" ? 1 : 0;
}

// The revision of a record: the same run with today's verdict, and a run-DAG of its own.
Result<store::Record> Revised(const LoadedRun& run, const run::Assessment& assessment) {
  run::FinishInput finish{.inputs = &*run.inputs,
                          .assessment = &assessment,
                          .sources = run.run.sources,
                          .retrieval_plan = run.run.retrieval_plan,
                          .corpus_profile = run.run.corpus_profile,
                          .reply = run.run.reply};
  TRY_ASSIGN(const run::Finished finished, run::Finish(std::move(finish)));
  store::Record record = run.record;
  record.record_hash = finished.record_hash;
  record.run_dag_root = finished.record.dag.root;
  record.answer_hash = finished.statement.answer_hash;
  record.audit_mode = finished.record.audit_mode();
  record.rung = finished.record.rung;
  record.method = assessment.verifier_method();
  record.hit_count = 0;
  record.body = json::Dump(ToJson(finished.record));
  return record;
}

}  // namespace

std::string_view Name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kRaised:
      return "raised";
    case Outcome::kWouldFall:
      return "would_fall";
    case Outcome::kNotChecked:
      return "not_checked";
    case Outcome::kSame:
      break;
  }
  return "same";
}

Result<Reclassified> Reclassify(const LoadedRun& run, CorpusLookup* corpus, store::Records* records,
                                bool dry_run) {
  Reclassified result;
  result.cache_key = run.record.cache_key;
  result.question = run.run.question;
  result.from = result.to = run.record.audit_mode;
  result.from_rung = result.to_rung = run.record.rung;
  const auto not_checked = [&](std::string why) {
    result.outcome = Outcome::kNotChecked;
    result.why_not = std::move(why);
    return result;
  };
  if (!run.inputs) return not_checked(run.missing);
  if (question::MakeCacheKey(run::DimensionsOf(*run.inputs)) != run.record.cache_key) {
    return not_checked("under today's rules this run would have another key; ask again");
  }
  const run::Assessment assessment = run::Assess(*run.inputs, run.run.raw_answer);
  result.to = Name(assessment.report.audit_mode);
  result.to_rung = assessment.report.rung;
  for (const verify::CheckedUnit& unit : assessment.report.units) {
    if (unit.verified) continue;
    TRY_ASSIGN(std::optional<CorpusPlace> place, corpus->Find(unit.text));
    if (place) result.now_in_corpus.emplace_back(unit.text, std::move(*place));
  }
  if (Height(result.to) == Height(result.from)) return result;
  if (Height(result.to) < Height(result.from)) {
    result.outcome = Outcome::kWouldFall;
    return result;
  }
  result.outcome = Outcome::kRaised;
  if (dry_run) return result;
  TRY_ASSIGN(store::Record revised, Revised(run, assessment));
  std::vector<DocumentRoot> roots;
  for (const run::RecordedSource& source : run.run.sources) {
    roots.push_back(source.source.document_root);
  }
  TRY_ASSIGN(result.revision, records->Revise(run.record, std::move(revised), roots));
  return result;
}

json::Object ToJson(const Reclassified& result) {
  json::Array hints;
  for (const auto& [text, place] : result.now_in_corpus) {
    json::Object hint = ToJson(place);
    hint.emplace("text", text);
    hints.emplace_back(std::move(hint));
  }
  json::Object object{{"cache_key", result.cache_key.hex()},
                      {"question", result.question},
                      {"outcome", Name(result.outcome)},
                      {"from", result.from},
                      {"to", result.to},
                      {"from_rung", result.from_rung},
                      {"to_rung", result.to_rung},
                      {"now_in_corpus", std::move(hints)}};
  if (!result.why_not.empty()) object.emplace("why_not", result.why_not);
  if (result.revision) {
    object.emplace("revision", result.revision->revision);
    object.emplace("run_dag_root", result.revision->run_dag_root.hex());
  }
  return object;
}

}  // namespace arborist::curate
