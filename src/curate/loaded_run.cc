// SPDX-License-Identifier: AGPL-3.0-only
#include "curate/loaded_run.h"

#include "crypto/sha256.h"
#include "curate/record_json.h"
#include "text/utf8.h"
#include "wikitext/base.h"

namespace arborist::curate {

namespace {

struct Passage {
  std::string raw;
  std::string span;
};

// Decision 17: the base of the raw slice, and of that the code points that the model saw.
Result<Passage> ReadPassage(const store::Corpus& corpus, const run::RunRecord& run,
                            const run::EvidenceRef& ref) {
  TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus.Find(ref.document_root));
  if (!document) {
    return Fail(ErrorCode::kNotFound,
                "document " + ref.document_root.hex() + " is not in the corpus any more");
  }
  TRY_ASSIGN(const std::optional<store::DocumentView> here,
             document->shard->Find(ref.document_root));
  if (!here || ref.chunk_idx >= here->leaf_count) {
    return Fail(ErrorCode::kCorrupt, "document " + ref.document_root.hex() + " has no chunk " +
                                         std::to_string(ref.chunk_idx));
  }
  Passage passage;
  TRY_ASSIGN(passage.raw, document->shard->ChunkText(here->first_chunk_id +
                                                     static_cast<std::int64_t>(ref.chunk_idx)));
  bool wikitext = false;
  for (const run::RecordedSource& source : run.sources) {
    if (source.source.document_root == ref.document_root)
      wikitext = source.base == run::kWikitextBase;
  }
  const std::string base = wikitext ? wikitext::ToBase(passage.raw) : passage.raw;
  const std::string_view upto = text::Prefix(base, ref.offset_end);
  passage.span = upto.substr(text::Prefix(base, ref.offset_start).size());
  if (crypto::Sha256(passage.span) != ref.text_hash) {
    return Fail(ErrorCode::kDoesNotHold, "chunk " + std::to_string(ref.chunk_idx) +
                                             " of document " + ref.document_root.hex() +
                                             " is not the text that the record names");
  }
  return passage;
}

}  // namespace

Result<LoadedRun> LoadRun(const store::Corpus& corpus, store::Record record) {
  LoadedRun loaded;
  TRY_ASSIGN(loaded.run, RunOf(record));
  loaded.record = std::move(record);
  std::vector<std::string> spans;
  for (const run::RecordedPassage& passage : loaded.run.passages) {
    auto text = ReadPassage(corpus, loaded.run, passage.ref);
    if (!text) {
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

}  // namespace arborist::curate
