// SPDX-License-Identifier: AGPL-3.0-only
// Documents, chunks, versions and sizes.
#include "app/fields.h"
#include "app/json/document_json.h"
#include "app/service_impl.h"
#include "crypto/sha256.h"
#include "curate/record_json.h"
#include "document/chunker.h"
#include "markup/base.h"
#include "merkle/proof_json.h"
#include "merkle/tree.h"

namespace arborist::app {

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
  TRY(reader->corpus().ForEachDocument(
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
  TRY_ASSIGN(const store::CorpusDocument document, reader->corpus().Resolve(uri));
  return json::Value(json::Object{{"items", json::Array{Summary(document)}}, {"next", nullptr}});
}

Result<json::Value> Service::Document(const View& view, std::string_view root) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(const store::CorpusDocument document, reader->corpus().Resolve(root));
  TRY_ASSIGN(const std::vector<std::string> links, LinksOf(reader->corpus(), document));
  return json::Value(Whole(document, links, {}));
}

Result<json::Value> Service::DocumentText(const View& view, std::string_view root) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(const store::CorpusDocument document, reader->corpus().Resolve(root));
  TRY_ASSIGN(std::string text, store::DocumentText(document));
  return json::Value(json::Object{{"document_root", document.view.root.hex()},
                                  {"document_uri", document.shown().uri},
                                  {"text_hash", crypto::Sha256(text).hex()},
                                  {"text", text}});
}

namespace {
// The base that a page of chunks is also wanted in.
Result<std::optional<markup::Base>> BaseWanted(const std::string& name,
                                               const store::CorpusDocument& document) {
  if (name.empty()) return std::nullopt;
  if (name == "own") {
    return markup::BaseOf(document.shown().extraction_version, markup::BaseSet::kAll);
  }
  if (const auto known = markup::BaseFromName(name)) return known;
  return Fail(ErrorCode::kInvalidArgument, "parameter base must be own or the name of a base");
}
}  // namespace

Result<json::Value> Service::Chunks(const View& view, std::string_view root,
                                    const ChunksPage& page) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(const store::CorpusDocument document, reader->corpus().Resolve(root));
  TRY_ASSIGN(const std::optional<markup::Base> base, BaseWanted(page.base, document));
  const std::uint64_t count = document.view.leaf_count;
  const std::uint64_t from = page.from;
  const std::uint64_t end = from < count ? std::min<std::uint64_t>(count, from + page.limit) : from;
  json::Array items;
  TRY_ASSIGN(std::vector<store::TextChunk> chunks,
             document.shard->texts().ChunksBetween(document.text, from, end));
  std::uint64_t chunk_idx = from;
  for (store::TextChunk& chunk : chunks) {
    json::Object item{{"chunk_idx", Signed(chunk_idx++)}, {"leaf_hash", chunk.leaf.hex()}};
    if (base) item.emplace("base_text", markup::ToBase(*base, chunk.text));
    item.emplace("text", std::move(chunk.text));
    items.emplace_back(std::move(item));
  }
  json::Object result{{"document_root", document.view.root.hex()},
                      {"leaf_count", Signed(count)},
                      {"items", std::move(items)},
                      {"next", end < count ? json::Value(Signed(end)) : nullptr}};
  if (base) result.emplace("base", markup::Name(*base));
  return json::Value(std::move(result));
}

Result<json::Value> Service::Chunk(const View& view, std::string_view root,
                                   std::uint64_t chunk_idx) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(const store::CorpusDocument document, reader->corpus().Resolve(root));
  if (chunk_idx >= document.view.leaf_count) {
    return Fail(
        ErrorCode::kNotFound,
        "the document has " + std::to_string(document.view.leaf_count) + " chunks, counted from 0");
  }
  TRY_ASSIGN(const std::vector<Hash256> leaves, document.shard->texts().Leaves(document.view));
  TRY_ASSIGN(std::string text, store::ChunkText(document, chunk_idx));
  const merkle::Proof proof = merkle::Prove(leaves, chunk_idx);
  if (document::LeafOf(text) != proof.leaf || proof.root != document.view.root ||
      !merkle::Verify(proof, document.view.leaf_count)) {
    return Fail(ErrorCode::kCorrupt, "chunk " + std::to_string(chunk_idx) +
                                         " does not have its leaf; arborist fsck says more");
  }
  return json::Value(json::Object{{"document_root", document.view.root.hex()},
                                  {"document_uri", document.shown().uri},
                                  {"title", document.shown().title},
                                  {"leaf_count", Signed(document.view.leaf_count)},
                                  {"chunk_idx", Signed(chunk_idx)},
                                  {"leaf_hash", proof.leaf.hex()},
                                  {"text", std::move(text)},
                                  {"proof", merkle::ProofToJson(proof, document.view.leaf_count)}});
}

Result<json::Value> Service::Versions(const View& view, std::string_view uri) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  json::Array items;
  for (const auto& shard : reader->corpus().shards()) {
    TRY_ASSIGN(const std::vector<store::UriVersion> versions, shard->locations().VersionsOf(uri));
    for (const store::UriVersion& version : versions) {
      items.emplace_back(json::Object{{"document_root", version.root.hex()},
                                      {"title", version.location.title},
                                      {"state", Name(version.location.state)},
                                      {"source_hash", version.location.source_hash.hex()},
                                      {"text_hash", TextHashJson(version.location)},
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
    const MutexLock lock(impl_->stats_mutex);
    if (!impl_->stats.is_null() && impl_->stats_of == now) return impl_->stats;
  }
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(const CorpusCounts counts, CountsOf(reader->corpus()));
  json::Object object = ToJson(counts);
  // Of all records: not for whoever sees only a part.
  object.emplace("records", nullptr);
  if (!reader->restricted()) {
    store::Records records(reader->store());
    TRY_ASSIGN(object["records"], curate::Statistics(&records));
    const MutexLock lock(impl_->stats_mutex);
    impl_->stats = object;
    impl_->stats_of = now;
  }
  return json::Value(std::move(object));
}

}  // namespace arborist::app
