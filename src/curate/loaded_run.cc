// SPDX-License-Identifier: AGPL-3.0-only
// Reads a record with the texts of its passages. Every passage is read from the corpus and accepted
// only with the text hash that the record names (prove::ReadSeenPassage). A passage that is gone or
// changed is no error: the run then has no inputs and `missing` says why, because most of a record
// can still be shown and checked by its hashes. Errors of the system (I/O, memory) end the load.
#include "curate/loaded_run.h"

#include <algorithm>
#include "prove/seen_passage.h"
#include "run/repeat.h"

namespace arborist::curate {

namespace {

Result<prove::SeenPassage> ReadPassage(const store::Corpus& corpus, const run::RunRecord& run,
                                       const run::EvidenceRef& ref) {
  TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus.Find(ref.document_root));
  if (!document) {
    return Fail(ErrorCode::kNotFound,
                "document " + ref.document_root.hex() + " is not in the corpus any more");
  }
  const auto source = std::ranges::find_if(run.sources, [&](const run::RecordedSource& recorded) {
    return recorded.document.root == ref.document_root;
  });
  if (source == run.sources.end()) {
    return Fail(ErrorCode::kUnsupported,
                "a passage of document " + ref.document_root.hex() + " has no known base");
  }
  TRY_ASSIGN(auto seen, prove::ReadSeenPassage(*document, source->base, ref));
  if (!seen) {
    return Fail(ErrorCode::kDoesNotHold, "chunk " + std::to_string(ref.chunk_idx) +
                                             " of document " + ref.document_root.hex() +
                                             " is not the text that the record names");
  }
  return std::move(*seen);
}

}  // namespace

Result<run::RunRecord> RunOf(const store::Record& record) {
  const std::string noun = "record " + record.cache_key.hex();
  const auto body = json::Parse(record.body);
  if (!body) return Fail(ErrorCode::kCorrupt, noun + ": " + body.error().message);
  auto run = run::ReadRunRecord(*body);
  if (!run) return std::unexpected(std::move(run).error().In(noun));
  return run;
}

Result<LoadedRun> LoadRun(const store::Corpus& corpus, store::Record record) {
  LoadedRun loaded;
  TRY_ASSIGN(loaded.run, RunOf(record));
  loaded.record = std::move(record);
  std::vector<std::string> spans;
  for (const run::RecordedPassage& passage : loaded.run.passages) {
    auto text = ReadPassage(corpus, loaded.run, passage.ref);
    if (!text) {
      if (IsOfTheSystem(text.error().code)) return std::unexpected(std::move(text).error());
      loaded.raws.clear();
      loaded.missing = text.error().message;
      return loaded;
    }
    loaded.raws.push_back(std::move(text->raw));
    spans.push_back(std::move(text->span));
  }
  auto inputs = run::InputsOf(loaded.run, spans);
  if (inputs) {
    loaded.inputs = std::move(*inputs);
  } else {
    loaded.missing = inputs.error().message;
  }
  return loaded;
}

std::string ProblemOf(const LoadedRun& loaded) {
  if (!loaded.inputs) {
    if (const Status dag = run_dag::Verify(loaded.run.dag); !dag) return dag.error().message;
    return run::HashRecord(run::StatementOf(loaded.run)) == loaded.record.record_hash
               ? std::string()
               : "what is kept of the run is not what was hashed";
  }
  std::vector<std::string> spans;
  spans.reserve(loaded.inputs->passages.size());
  for (const evidence::SourceChunk& passage : loaded.inputs->passages) {
    spans.push_back(passage.span);
  }
  const auto again = run::Repeat(loaded.run, loaded.record.record_hash, spans);
  return again ? std::string() : again.error().message;
}

}  // namespace arborist::curate
