// SPDX-License-Identifier: AGPL-3.0-only
// Documents, chunks, versions and sizes.
#include "app/document_json.h"
#include "app/fields.h"
#include "app/service_impl.h"
#include "curate/record_json.h"
#include "document/chunker.h"
#include "merkle/proof_json.h"
#include "merkle/tree.h"

namespace arborist::app {

namespace {

// The document and its view in the shard that holds its chunks.
struct Found {
  store::CorpusDocument document;
  store::DocumentView view;
};
Result<Found> FindDocument(const store::Corpus& corpus, std::string_view name) {
  TRY_ASSIGN(store::CorpusDocument document, corpus.Resolve(name));
  TRY_ASSIGN(std::optional<store::DocumentView> view, document.shard->Find(document.view.root));
  if (!view) return Fail(ErrorCode::kCorrupt, "the document is not where it should be");
  return Found{std::move(document), std::move(*view)};
}

}  // namespace

Result<json::Value> Service::Documents(const View& view, const DocumentsPage& page) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  std::optional<DocumentRoot> after;
  if (!page.after.empty()) {
    TRY_ASSIGN(const Hash256 root, Hash256::FromHexString(page.after));
    after = DocumentRoot(root);
  }
  json::Array items;
  json::Value next = nullptr;
  std::string last;
  TRY(reader->corpus.ForEachDocument(
      page.superseded,
      [&](const store::CorpusDocument& document) -> Result<bool> {
        if (items.size() == page.limit) {
          next = last;
          return false;
        }
        last = document.view.root.hex();
        items.emplace_back(Summary(document));
        return true;
      },
      after));
  return json::Value(json::Object{{"items", std::move(items)}, {"next", std::move(next)}});
}

Result<json::Value> Service::DocumentOf(const View& view, std::string_view uri) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(const store::CorpusDocument document, reader->corpus.Resolve(uri));
  return json::Value(json::Object{{"items", json::Array{Summary(document)}}, {"next", nullptr}});
}

Result<json::Value> Service::Document(const View& view, std::string_view root) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(const store::CorpusDocument document, reader->corpus.Resolve(root));
  TRY_ASSIGN(const std::vector<std::string> links, LinksOf(reader->corpus, document));
  return json::Value(Whole(document, links, {}));
}

Result<json::Value> Service::DocumentText(const View& view, std::string_view root) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(const Found found, FindDocument(reader->corpus, root));
  TRY_ASSIGN(std::string text, found.document.shard->DocumentText(found.view));
  return json::Value(json::Object{{"document_root", found.view.root.hex()},
                                  {"document_uri", found.document.shown().uri},
                                  {"text", std::move(text)}});
}

Result<json::Value> Service::Chunks(const View& view, std::string_view root, std::uint64_t from,
                                    std::size_t limit) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(const Found found, FindDocument(reader->corpus, root));
  const std::uint64_t count = found.view.leaf_count;
  const std::uint64_t end = from < count ? std::min<std::uint64_t>(count, from + limit) : from;
  json::Array items;
  for (std::uint64_t i = from; i < end; ++i) {
    TRY_ASSIGN(const LeafHash leaf, found.document.shard->Leaf(found.view, i));
    TRY_ASSIGN(std::string text,
               found.document.shard->ChunkText(found.view.first_chunk_id + Signed(i)));
    items.emplace_back(json::Object{
        {"chunk_idx", Signed(i)}, {"leaf_hash", leaf.hex()}, {"text", std::move(text)}});
  }
  return json::Value(json::Object{{"document_root", found.view.root.hex()},
                                  {"leaf_count", Signed(count)},
                                  {"items", std::move(items)},
                                  {"next", end < count ? json::Value(Signed(end)) : nullptr}});
}

Result<json::Value> Service::Chunk(const View& view, std::string_view root,
                                   std::uint64_t chunk_idx) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(const Found found, FindDocument(reader->corpus, root));
  if (chunk_idx >= found.view.leaf_count) {
    return Fail(ErrorCode::kNotFound, "the document has " + std::to_string(found.view.leaf_count) +
                                          " chunks, counted from 0");
  }
  store::ShardReader* const shard = found.document.shard;
  TRY_ASSIGN(const std::vector<Hash256> leaves, shard->Leaves(found.view));
  TRY_ASSIGN(std::string text, shard->ChunkText(found.view.first_chunk_id + Signed(chunk_idx)));
  const merkle::Proof proof = merkle::Prove(leaves, chunk_idx);
  if (document::LeafOf(text) != proof.leaf || proof.root != found.view.root ||
      !merkle::Verify(proof, found.view.leaf_count)) {
    return Fail(ErrorCode::kCorrupt, "chunk " + std::to_string(chunk_idx) +
                                         " does not have its leaf; arborist fsck says more");
  }
  return json::Value(json::Object{{"document_root", found.view.root.hex()},
                                  {"document_uri", found.document.shown().uri},
                                  {"title", found.document.shown().title},
                                  {"leaf_count", Signed(found.view.leaf_count)},
                                  {"chunk_idx", Signed(chunk_idx)},
                                  {"leaf_hash", proof.leaf.hex()},
                                  {"text", std::move(text)},
                                  {"proof", merkle::ProofToJson(proof, found.view.leaf_count)}});
}

Result<json::Value> Service::Versions(const View& view, std::string_view uri) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  json::Array items;
  for (const auto& shard : reader->corpus.shards()) {
    TRY_ASSIGN(const std::vector<store::ShardReader::UriVersion> versions, shard->VersionsOf(uri));
    for (const store::ShardReader::UriVersion& version : versions) {
      items.emplace_back(json::Object{{"document_root", version.root.hex()},
                                      {"title", version.location.title},
                                      {"state", version.location.state},
                                      {"source_hash", version.location.source_hash.hex()},
                                      {"extraction_version", version.location.extraction_version},
                                      {"first_seen", version.location.first_seen},
                                      {"last_seen", version.location.last_seen},
                                      {"leaf_count", Signed(version.leaf_count)},
                                      {"text_bytes", Signed(version.text_bytes)},
                                      {"shard", shard->name()}});
    }
  }
  if (items.empty()) {
    return Fail(ErrorCode::kNotFound, "no document was ever found under this URI");
  }
  return json::Value(json::Object{{"uri", uri}, {"items", std::move(items)}});
}

Result<json::Value> Service::Stats(const View& view) {
  const store::ChangeWatch::Versions now = impl_->answers->Now();
  if (view.shards.empty()) {
    const std::scoped_lock lock(impl_->stats_mutex);
    if (!impl_->stats.is_null() && impl_->stats_of == now) return impl_->stats;
  }
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(const CorpusCounts counts, CountsOf(reader->corpus));
  json::Object object = ToJson(counts);
  // Of all records: not for whoever sees only a part.
  object.emplace("records", nullptr);
  if (!reader->restricted()) {
    store::Records records = reader->records();
    TRY_ASSIGN(object["records"], curate::Statistics(&records));
    const std::scoped_lock lock(impl_->stats_mutex);
    impl_->stats = object;
    impl_->stats_of = now;
  }
  return json::Value(std::move(object));
}

}  // namespace arborist::app
