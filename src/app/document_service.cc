// SPDX-License-Identifier: AGPL-3.0-only
// Documents, chunks, versions and sizes, copied out of the corpus into structs. A single chunk is
// held against its leaf and its Merkle path before it leaves.
#include "app/document_service.h"

#include <algorithm>

#include "document/chunker.h"
#include "retrieve/duplicates.h"
#include "store/home/hits.h"

namespace arborist::app {

using store::CorpusDocument;
using store::ShardCounts;

namespace {

// Its current URIs; of a superseded document, those it had.
std::vector<std::string> UrisOf(const CorpusDocument& document) {
  if (document.view.current) return document.current_uris();
  std::vector<std::string> uris;
  uris.reserve(document.view.locations.size());
  for (const store::LocationView& location : document.view.locations) uris.push_back(location.uri);
  uris.erase(std::unique(uris.begin(), uris.end()), uris.end());
  return uris;
}

DocumentLocation LocationOf(const store::LocationView& location) {
  return {.uri = location.uri,
          .title = location.title,
          .state = location.state,
          .source_hash = location.source_hash,
          .text_hash = location.text.text_hash,
          .extraction_version = location.extraction_version,
          .first_seen = location.first_seen,
          .last_seen = location.last_seen};
}

Result<std::vector<std::string>> LinksOf(const store::Corpus& corpus,
                                         const CorpusDocument& document) {
  const std::vector<std::string> current = document.current_uris();
  const store::UriSet uris(current.begin(), current.end());
  std::vector<std::string> links;
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const std::vector<std::string> some, shard->links().From(uris));
    links.insert(links.end(), some.begin(), some.end());
  }
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
  return links;
}

// The base that a page of chunks is also wanted in.
Result<std::optional<markup::Base>> BaseWanted(const std::string& name,
                                               const CorpusDocument& document) {
  if (name.empty()) return std::nullopt;
  if (name == "own") {
    return markup::BaseOf(document.shown().extraction_version, markup::BaseSet::kAll);
  }
  if (const auto known = markup::BaseFromName(name)) return known;
  return Fail(ErrorCode::kInvalidArgument, "parameter base must be own or the name of a base");
}

void Add(ShardCounts* total, const ShardCounts& counts) {
  total->documents += counts.documents;
  total->current_documents += counts.current_documents;
  total->cores += counts.cores;
  total->warm_documents += counts.warm_documents;
  total->cold_documents += counts.cold_documents;
  total->locations += counts.locations;
  total->aliases += counts.aliases;
  total->chunks += counts.chunks;
  total->links += counts.links;
  total->text_bytes += counts.text_bytes;
  total->events += counts.events;
  total->file_bytes += counts.file_bytes;
}

}  // namespace

DocumentSummary SummaryOf(const CorpusDocument& document) {
  return {.root = document.view.root,
          .uri = document.shown().uri,
          .title = document.shown().title,
          .uris = UrisOf(document),
          .kind = document.view.kind,
          .leaf_count = document.view.leaf_count,
          .chunking_version = document.view.chunking_version,
          .superseded = !document.view.current,
          .tier = document.view.tier};
}

double StoreOverText(const ShardCounts& counts) {
  return counts.text_bytes > 0
             ? static_cast<double>(counts.file_bytes) / static_cast<double>(counts.text_bytes)
             : 0;
}

Result<DocumentPage> DocumentService::List(const Page& page) const {
  std::optional<DocumentRoot> after;
  if (!page.after.empty()) {
    TRY_ASSIGN(const Hash256 root, Hash256::FromHexString(page.after));
    after = DocumentRoot(root);
  }
  DocumentPage result;
  TRY(home_->corpus().ForEachDocument(
      page.superseded,
      [&](const CorpusDocument& document) -> Result<bool> {
        if (result.items.size() == page.limit) {
          result.next = result.items.back().root;
          return false;
        }
        result.items.push_back(SummaryOf(document));
        return true;
      },
      after));
  return result;
}

Result<DocumentSummary> DocumentService::Find(std::string_view name) const {
  TRY_ASSIGN(const CorpusDocument document, home_->corpus().Resolve(name));
  return SummaryOf(document);
}

Result<DocumentDetails> DocumentService::Show(std::string_view name) const {
  TRY_ASSIGN(const CorpusDocument document, home_->corpus().Resolve(name));
  const store::DocumentView& view = document.view;
  store::DocumentHits untold;  // uses that the shards have not been told of
  if (home_->store() != nullptr) {
    if (const auto hits = store::Hits(home_->store()).Of(view.root)) untold = *hits;
  }
  DocumentDetails details{.summary = SummaryOf(document),
                          .source_type = view.source_type,
                          .compression_depth = view.compression_depth,
                          .schema_version = view.schema_version,
                          .canonicalization_version = view.canonicalization_version,
                          .text_bytes = document.text.text_bytes,
                          .ingest_ts = view.ingest_ts,
                          .hit_count = view.hit_count + untold.count,
                          .last_hit_at = std::max(view.last_hit_at, untold.last),
                          .shard = document.shard->name(),
                          .locations = {},
                          .links = {}};
  for (const store::LocationView& location : view.locations) {
    details.locations.push_back(LocationOf(location));
    if (location.current() && location.text.shard != nullptr) {
      TRY_ASSIGN(details.locations.back().notes, location.text.shard->readings().Of(location.uri));
    }
  }
  TRY_ASSIGN(details.links, LinksOf(home_->corpus(), document));
  return details;
}

Result<DocumentText> DocumentService::Text(std::string_view name) const {
  TRY_ASSIGN(const CorpusDocument document, home_->corpus().Resolve(name));
  TRY_ASSIGN(std::string text, store::DocumentText(document));
  return DocumentText{document.view.root, document.shown().uri, std::move(text)};
}

Result<ChunkPage> DocumentService::Chunks(std::string_view name, const ChunksFrom& page) const {
  TRY_ASSIGN(const CorpusDocument document, home_->corpus().Resolve(name));
  ChunkPage result{.document = SummaryOf(document), .base = {}, .items = {}, .next = {}};
  TRY_ASSIGN(result.base, BaseWanted(page.base, document));
  const std::uint64_t count = document.view.leaf_count;
  const std::uint64_t end =
      page.from < count ? std::min<std::uint64_t>(count, page.from + page.limit) : page.from;
  TRY_ASSIGN(std::vector<store::TextChunk> chunks,
             document.shard->texts().ChunksBetween(document.text, page.from, end));
  for (store::TextChunk& stored : chunks) {
    PageChunk chunk{.chunk_idx = page.from + result.items.size(),
                    .leaf = LeafHash(stored.leaf),
                    .text = std::move(stored.text),
                    .base_text = {}};
    if (result.base) chunk.base_text = markup::ToBase(*result.base, chunk.text);
    result.items.push_back(std::move(chunk));
  }
  if (end < count) result.next = end;
  return result;
}

Result<ProvedChunk> DocumentService::Chunk(std::string_view name, std::uint64_t chunk_idx) const {
  TRY_ASSIGN(const CorpusDocument document, home_->corpus().Resolve(name));
  const std::uint64_t count = document.view.leaf_count;
  if (chunk_idx >= count) {
    return Fail(ErrorCode::kNotFound,
                "the document has " + std::to_string(count) + " chunks, counted from 0");
  }
  TRY_ASSIGN(const std::vector<Hash256> leaves, document.shard->texts().Leaves(document.view));
  TRY_ASSIGN(std::string text, store::ChunkText(document, chunk_idx));
  merkle::Proof proof = merkle::Prove(leaves, chunk_idx);
  if (document::LeafOf(text) != proof.leaf || proof.root != document.view.root ||
      !merkle::Verify(proof, count)) {
    return Fail(ErrorCode::kCorrupt, "chunk " + std::to_string(chunk_idx) +
                                         " does not have its leaf; arborist fsck says more");
  }
  return ProvedChunk{.document = SummaryOf(document),
                     .chunk_idx = chunk_idx,
                     .text = std::move(text),
                     .proof = std::move(proof)};
}

Result<DocumentVersions> DocumentService::Versions(std::string_view uri) const {
  DocumentVersions result{.uri = std::string(uri), .items = {}};
  for (const auto& shard : home_->corpus().shards()) {
    TRY_ASSIGN(const std::vector<store::UriVersion> versions, shard->locations().VersionsOf(uri));
    for (const store::UriVersion& version : versions) {
      result.items.push_back({.root = version.root,
                              .location = LocationOf(version.location),
                              .leaf_count = version.leaf_count,
                              .text_bytes = version.text_bytes,
                              .shard = shard->name()});
    }
  }
  if (result.items.empty()) {
    return Fail(ErrorCode::kNotFound, "no document was ever found under this URI");
  }
  return result;
}

Result<CorpusCounts> DocumentService::Counts() const {
  const store::Corpus& corpus = home_->corpus();
  CorpusCounts all;
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const ShardCounts counts, shard->Counts());
    Add(&all.total, counts);
    all.shards.emplace_back(shard->name(), counts);
  }
  // A text under two URIs may stand in two shards: the sums hold it twice.
  TRY_ASSIGN(const Hash256 state, corpus.State());
  TRY_ASSIGN(const retrieve::Duplicates duplicates,
             retrieve::FindDuplicates(corpus, state, nullptr));
  all.in_several_shards = static_cast<std::int64_t>(duplicates.roots.size());
  return all;
}

std::vector<std::string> DocumentService::ShardSets() const {
  std::vector<std::string> names;
  for (const auto& shard : home_->corpus().shards()) {
    const std::string name(store::SetNameOf(shard->name()));
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace arborist::app
