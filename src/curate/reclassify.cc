// SPDX-License-Identifier: AGPL-3.0-only
// Judges a record again with today's verifier and no model. First the key is computed again: a run
// whose key would be another today is not comparable and is left alone. The stored answer is
// assessed over its own passages. Each unit that failed is looked for in the whole corpus; in quote
// mode the passages that hold such units (at most 8) are appended behind the recorded ones and the
// answer is assessed once more, which counts only if the label rises by it. Added passages are
// neither in the key nor in the messages, which keep saying what the model was shown.
//
// A label may only rise: a fall would take back what was handed out, under the same key. Format of
// a revision: docs/format/record.md.
#include "curate/reclassify.h"

#include <algorithm>

#include "crypto/sha256.h"
#include "json/value.h"
#include "question/keys.h"
#include "run/assess.h"

namespace arborist::curate {

namespace {

int Height(std::string_view audit_mode) {
  return audit_mode == "STRICT" ? 2 : audit_mode == "HYBRID" ? 1 : 0;
}

struct Judged {
  run::Inputs inputs;
  std::vector<run::RecordedSource> sources;
  run::Assessment assessment;
};

constexpr std::size_t kMostAdded = 8;  // passages

// The judged run with the passages that hold its failed units, each chunk once.
Result<Judged> WithPassages(const Judged& judged,
                            const std::vector<std::pair<std::string, CorpusPlace>>& places,
                            CorpusLookup* corpus) {
  Judged grown = judged;
  for (const auto& [text, place] : places) {
    if (grown.inputs.added.passages - judged.inputs.added.passages == kMostAdded) break;
    TRY_ASSIGN(std::optional<CorpusPassage> passage,
               corpus->Read(place, text, judged.inputs.policy.version));
    if (!passage) continue;
    const evidence::SourceChunk& chunk = passage->chunk;
    const bool have = std::ranges::any_of(grown.inputs.passages, [&](const auto& other) {
      return other.source_root == chunk.source_root && other.chunk_idx == chunk.chunk_idx;
    });
    if (have) continue;
    const auto source = std::ranges::find_if(grown.sources, [&](const run::RecordedSource& other) {
      return other.document.root == passage->source.document.root;
    });
    if (source == grown.sources.end()) {
      grown.inputs.sources.push_back(passage->source.document);
      grown.sources.push_back(std::move(passage->source));
      ++grown.inputs.added.sources;
    } else {
      // One document has one name and role in a record.
      passage->chunk.document_uri = source->document_uri;
      passage->chunk.title = source->title;
      passage->chunk.source_role = source->ranked.source_role;
    }
    grown.inputs.passages.push_back(std::move(passage->chunk));
    ++grown.inputs.added.passages;
  }
  return grown;
}

// The revision of a record: the same run with today's verdict and a run-DAG of its own.
Result<store::Record> Revised(const LoadedRun& run, const Judged& judged) {
  run::FinishInput finish{.inputs = &judged.inputs,
                          .assessment = &judged.assessment,
                          .sources = judged.sources,
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
  record.method = judged.assessment.verifier_method();
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
  Judged judged{.inputs = *run.inputs,
                .sources = run.run.sources,
                .assessment = run::Assess(*run.inputs, run.run.raw_answer)};
  for (const judge::CheckedUnit& unit : judged.assessment.report.units) {
    if (unit.verified) continue;
    TRY_ASSIGN(std::optional<CorpusPlace> place, corpus->Find(unit.text));
    if (place) result.now_in_corpus.emplace_back(unit.text, std::move(*place));
  }
  if (run.inputs->policy.answer_mode == judge::AnswerMode::kQuote) {
    TRY_ASSIGN(Judged grown, WithPassages(judged, result.now_in_corpus, corpus));
    grown.assessment = run::Assess(grown.inputs, run.run.raw_answer);
    if (Height(Name(grown.assessment.report.audit_mode)) >
        Height(Name(judged.assessment.report.audit_mode))) {
      result.passages_added = grown.inputs.added.passages - judged.inputs.added.passages;
      judged = std::move(grown);
    }
  }
  result.to = Name(judged.assessment.report.audit_mode);
  result.to_rung = judged.assessment.report.rung;
  if (Height(result.to) == Height(result.from)) return result;
  if (Height(result.to) < Height(result.from)) {
    result.outcome = Outcome::kWouldFall;
    return result;
  }
  result.outcome = Outcome::kRaised;
  if (dry_run) return result;
  TRY_ASSIGN(store::Record revised, Revised(run, judged));
  std::vector<DocumentRoot> roots;
  roots.reserve(judged.sources.size());
  for (const run::RecordedSource& source : judged.sources) {
    roots.push_back(source.document.root);
  }
  TRY_ASSIGN(result.revision, records->Revise(run.record, std::move(revised), roots));
  return result;
}

}  // namespace arborist::curate
