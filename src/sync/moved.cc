// SPDX-License-Identifier: AGPL-3.0-only
// A URI belongs to a shard by its hash, so a renamed file may belong to another shard than before:
// its documents go through the pipeline of an ingest like any other, only that nobody reads a file.
#include "sync/moved.h"

#include <utility>

#include "ingest/title.h"
#include "store/shard/shard_reader.h"

namespace arborist::sync {

namespace {

// The documents of a file: itself, and what stands inside it.
Result<std::vector<Move>> DocumentsOf(const store::Corpus& corpus, const Move& file) {
  std::vector<Move> documents;
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const std::optional<SourceHash> itself, shard->locations().CurrentSource(file.from));
    if (itself) documents.push_back(file);
    TRY_ASSIGN(const std::vector<std::string> inside,
               shard->locations().CurrentWithPrefix(file.from + "#"));
    for (const std::string& uri : inside)
      documents.push_back({uri, file.to + uri.substr(file.from.size())});
  }
  return documents;
}

Result<bool> IsWhole(const store::Corpus& corpus, const std::vector<Move>& documents) {
  for (const Move& document : documents) {
    TRY_ASSIGN(const store::CorpusDocument found, corpus.Resolve(document.from));
    if (found.text.tier != store::Tier::kHot) return false;
  }
  return true;
}

}  // namespace

Result<MovedDocuments> MovedDocuments::Of(const store::Corpus* corpus,
                                          const std::vector<Move>& moves) {
  MovedDocuments moved(corpus);
  for (const Move& file : moves) {
    TRY_ASSIGN(std::vector<Move> documents, DocumentsOf(*corpus, file));
    TRY_ASSIGN(const bool whole, IsWhole(*corpus, documents));
    if (!whole) {
      moved.to_read_.push_back(file.to);
      continue;
    }
    moved.documents_.insert(moved.documents_.end(), documents.begin(), documents.end());
  }
  return moved;
}

Result<ingest::SourceDocument> MovedDocuments::Read(const Move& document) {
  TRY_ASSIGN(const store::CorpusDocument found, corpus_->Resolve(document.from));
  const store::LocationView* location = nullptr;
  for (const store::LocationView& one : found.view.locations) {
    if (one.uri == document.from && one.current()) location = &one;
  }
  if (location == nullptr || location->text.shard == nullptr)
    return Fail(ErrorCode::kNotFound, "its location is gone");
  store::ShardReader* const shard = location->text.shard;
  TRY_ASSIGN(std::string text, store::DocumentText(found));
  TRY_ASSIGN(std::vector<std::string> links, shard->links().From({document.from}));
  TRY_ASSIGN(std::optional<reading::Notes> notes, shard->readings().Of(document.from));
  names_.push_back(location->extraction_version);
  const bool named = location->title == ingest::TitleOfName(document.from);
  return ingest::SourceDocument{.uri = document.to,
                                .title = named ? ingest::TitleOfName(document.to) : location->title,
                                .text = std::move(text),
                                .source_type = found.view.source_type,
                                .extraction = names_.back(),
                                .source_hash = location->source_hash,
                                .links = std::move(links),
                                .notes = notes.value_or(reading::Notes()),
                                .alias_of = {}};
}

Result<std::optional<ingest::SourceDocument>> MovedDocuments::Next() {
  if (next_ == documents_.size()) return std::nullopt;
  TRY_ASSIGN(ingest::SourceDocument document, Read(documents_[static_cast<std::size_t>(next_)]));
  ++next_;
  ++moved_;
  return document;
}

std::vector<ingest::Skipped> MovedDocuments::TakeSkipped() { return {}; }

}  // namespace arborist::sync
