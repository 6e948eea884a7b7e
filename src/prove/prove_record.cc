// SPDX-License-Identifier: AGPL-3.0-only
// Reads what a record rests on out of the store: each passage from the revision that the model saw,
// its path to the root, and the place of the record's event. The whole bundle is verified before it
// leaves, also if the caller gets it redacted, because damage may be in the part that is taken out.
#include "prove/prove_record.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "bundle/verify.h"
#include "prove/prove_log.h"
#include "prove/seen_passage.h"

namespace arborist::prove {

namespace {

// A document of the context, read once for all its passages.
struct Opened {
  store::CorpusDocument document;
  std::vector<Hash256> leaves;
};

Result<Opened> Open(const store::Corpus& corpus, const DocumentRoot& root) {
  TRY_ASSIGN(std::optional<store::CorpusDocument> document, corpus.Find(root));
  if (!document) {
    return Fail(ErrorCode::kNotFound, "document " + root.hex() +
                                          " is no longer in the store; ingest it again to prove "
                                          "what rests on it");
  }
  TRY_ASSIGN(std::vector<Hash256> leaves, document->shard->texts().Leaves(document->view));
  return Opened{std::move(*document), std::move(leaves)};
}

// The slice of the revision that the model saw; where none is it the newest, for the check of the
// bundle to name what is wrong.
Result<std::string> SliceOf(const store::CorpusDocument& document, const run::EvidenceRef& ref,
                            std::string_view base) {
  TRY_ASSIGN(auto seen, ReadSeenPassage(document, base, ref));
  if (seen) return std::move(seen->raw);
  return store::ChunkText(store::Revisions(document).front(), ref.chunk_idx);
}

Result<bundle::ProvedChunk> ChunkOf(const Opened& opened, const run::EvidenceRef& ref,
                                    std::string_view base) {
  if (ref.chunk_idx >= opened.leaves.size()) {
    return Fail(ErrorCode::kCorrupt, "chunk " + std::to_string(ref.chunk_idx) + " of document " +
                                         ref.document_root.hex() +
                                         " has no leaf; arborist fsck --full says more");
  }
  TRY_ASSIGN(std::string text, SliceOf(opened.document, ref, base));
  return bundle::ProvedChunk{
      .text = std::move(text),
      .proof = merkle::Prove(opened.leaves, static_cast<std::size_t>(ref.chunk_idx)),
      .leaf_count = opened.leaves.size()};
}

Result<json::Value> Checked(json::Value made, const store::Record& record) {
  TRY_ASSIGN(const bundle::VerifyReport report, bundle::VerifyBundleValue(made));
  for (const bundle::Check& check : report.checks) {
    const std::string what = "record " + record.cache_key.hex() + ": " + check.name + ": " +
                             check.detail + "; no proof was made";
    if (check.state == bundle::CheckState::kFailed) {
      return Fail(ErrorCode::kCorrupt, what + ", arborist fsck --full shows the damage");
    }
    if (check.state == bundle::CheckState::kNotChecked) return Fail(ErrorCode::kUnsupported, what);
  }
  return made;
}

bool LooksLikeDigits(std::string_view name) {
  return name.size() >= 8 && name.size() <= 64 &&
         name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

Result<bundle::RecordBundle> GatherRecord(store::HomeStore* home, const store::Corpus& corpus,
                                          const store::Record& record) {
  const auto named = [&](Error error) {
    return std::unexpected(std::move(error).In("record " + record.cache_key.hex()));
  };
  auto body = json::Parse(record.body);
  if (!body) return named(std::move(body).error());
  auto run = run::ReadRunRecord(*body);
  if (!run) return named(std::move(run).error());
  std::map<DocumentRoot, Opened> documents;
  std::vector<bundle::ProvedChunk> chunks;
  for (const run::RecordedPassage& passage : run->passages) {
    auto at = documents.find(passage.ref.document_root);
    if (at == documents.end()) {
      auto opened = Open(corpus, passage.ref.document_root);
      if (!opened) return named(std::move(opened).error());
      at = documents.emplace(passage.ref.document_root, std::move(*opened)).first;
    }
    const auto source = std::ranges::find_if(run->sources, [&](const run::RecordedSource& one) {
      return one.document.root == passage.ref.document_root;
    });
    auto chunk = ChunkOf(at->second, passage.ref,
                         source == run->sources.end() ? std::string_view() : source->base);
    if (!chunk) return named(std::move(chunk).error());
    chunks.push_back(std::move(*chunk));
  }
  auto place = HomeLogPart(home, record.event_seq);
  if (!place) return named(std::move(place).error());
  auto made = bundle::MakeRecordBundle(std::move(*run), std::move(chunks), std::move(*place));
  if (!made) return named(std::move(made).error());
  return made;
}

Result<json::Value> ProveRecord(store::HomeStore* home, const store::Corpus& corpus,
                                std::string_view key, bool redact) {
  store::Records records(home);
  TRY(records.CatchUp(corpus));
  TRY_ASSIGN(const store::Record record, records.Resolve(key));
  TRY_ASSIGN(const bundle::RecordBundle made, GatherRecord(home, corpus, record));
  // The whole is checked even where only a part is told.
  TRY_ASSIGN(json::Value whole, Checked(ToJson(made), record));
  if (!redact) return whole;
  return Checked(ToJson(bundle::Redacted(made)), record);
}

Result<Named> WhatIs(store::HomeStore* home, const store::Corpus& corpus, std::string_view name) {
  if (home == nullptr || !LooksLikeDigits(name)) return Named::kDocument;
  return WhatIs(store::Records(home).Resolve(name), corpus, name);
}

Result<Named> WhatIs(const Result<store::Record>& record, const store::Corpus& corpus,
                     std::string_view name) {
  if (!LooksLikeDigits(name)) return Named::kDocument;
  if (!record && record.error().code == ErrorCode::kNotFound) {
    const auto root = corpus.Resolve(name);
    if (root || root.error().code != ErrorCode::kNotFound) return Named::kDocument;
    return Fail(ErrorCode::kNotFound, "neither a record's key nor a document's root begins with " +
                                          std::string(name) +
                                          "; arborist providence list and arborist documents list "
                                          "show what there is");
  }
  if (!record) return std::unexpected(record.error());
  if (name.size() == 64) return Named::kRecord;
  const auto document = corpus.Resolve(name);
  if (document || document.error().code == ErrorCode::kAmbiguous) {
    return Fail(ErrorCode::kAmbiguous, "both a record's key and a document's root begin with " +
                                           std::string(name) + "; give more digits");
  }
  return Named::kRecord;
}

}  // namespace arborist::prove
