// SPDX-License-Identifier: AGPL-3.0-only
// JSON of documents, chunks, versions and sizes. One function per shape; every caller
// prints what it returns.
#include "app/json/document_json.h"

#include "app/fields.h"
#include "crypto/sha256.h"
#include "merkle/proof_json.h"

namespace arborist::app {

namespace {

json::Object LocationJson(const DocumentLocation& location) {
  return {{"title", location.title},
          {"state", Name(location.state)},
          {"source_hash", location.source_hash.hex()},
          {"text_hash", location.text_hash ? json::Value(location.text_hash->hex()) : nullptr},
          {"extraction_version", location.extraction_version},
          {"first_seen", location.first_seen},
          {"last_seen", location.last_seen}};
}

json::Value ReadingJson(const reading::Notes& notes) {
  const reading::Report& report = notes.report;
  json::Array left_out;
  for (const reading::LeftOut& one : report.left_out) {
    left_out.emplace_back(
        json::Object{{"what", one.what}, {"where", one.where}, {"count", Signed(one.count)}});
  }
  json::Object object{{"verdict", NameOf(report.verdict)},
                      {"detail", report.detail},
                      {"unit_name", report.unit_name},
                      {"units", Signed(report.units)},
                      {"units_with_text", Signed(report.units_with_text)},
                      {"left_out", std::move(left_out)},
                      {"warnings", StringsJson(report.warnings)},
                      {"anchors", Signed(notes.anchors.size())}};
  if (const auto& origin = notes.origin) {
    object.emplace("origin", json::Object{{"kind", NameOf(origin->kind)},
                                          {"commit", origin->commit},
                                          {"blob", origin->blob}});
  }
  return object;
}

json::Object CountsJson(const store::ShardCounts& counts) {
  return {{"documents", counts.documents},
          {"current_documents", counts.current_documents},
          {"cores", counts.cores},
          {"locations", counts.locations},
          {"aliases", counts.aliases},
          {"chunks", counts.chunks},
          {"links", counts.links},
          {"text_bytes", counts.text_bytes},
          {"events", counts.events},
          {"store_bytes", counts.file_bytes},
          {"store_over_text", StoreOverText(counts)},
          {"warm_documents", counts.warm_documents},
          {"cold_documents", counts.cold_documents}};
}

}  // namespace

json::Object ToJson(const DocumentSummary& document) {
  return {{"document_root", document.root.hex()},
          {"document_uri", document.uri},
          {"uris", StringsJson(document.uris)},
          {"title", document.title},
          {"kind", Name(document.kind)},
          {"leaf_count", Signed(document.leaf_count)},
          {"chunking_version", document.chunking_version},
          {"superseded", document.superseded},
          {"tier", Name(document.tier)}};
}

json::Object ToJson(const DocumentDetails& document) {
  json::Object object = ToJson(document.summary);
  object.emplace("source_type", document.source_type);
  object.emplace("compression_depth", document.compression_depth);
  object.emplace("schema_version", document.schema_version);
  object.emplace("canonicalization_version", document.canonicalization_version);
  object.emplace("text_bytes", Signed(document.text_bytes));
  object.emplace("ingest_ts", document.ingest_ts);
  object.emplace("hit_count", document.hit_count);
  object.emplace("last_hit_at",
                 document.last_hit_at > 0 ? json::Value(document.last_hit_at) : json::Value());
  object.emplace("shard", document.shard);
  json::Array locations;
  for (const DocumentLocation& location : document.locations) {
    json::Object item = LocationJson(location);
    item.emplace("uri", location.uri);
    item.emplace("reading", location.notes ? ReadingJson(*location.notes) : json::Value());
    locations.emplace_back(std::move(item));
  }
  object.emplace("locations", std::move(locations));
  object.emplace("links", StringsJson(document.links));
  return object;
}

json::Object ToJson(const DocumentPage& page) {
  json::Array items;
  for (const DocumentSummary& document : page.items) items.emplace_back(ToJson(document));
  return {{"items", std::move(items)},
          {"next", page.next ? json::Value(page.next->hex()) : json::Value()}};
}

json::Object ToJson(const DocumentText& text) {
  return {{"document_root", text.root.hex()},
          {"document_uri", text.uri},
          {"text_hash", crypto::Sha256(text.text).hex()},
          {"text", text.text}};
}

json::Object ToJson(const ChunkPage& page) {
  json::Array items;
  for (const PageChunk& chunk : page.items) {
    json::Object item{{"chunk_idx", Signed(chunk.chunk_idx)},
                      {"leaf_hash", chunk.leaf.hex()},
                      {"text", chunk.text}};
    if (page.base) item.emplace("base_text", chunk.base_text);
    items.emplace_back(std::move(item));
  }
  json::Object object{{"document_root", page.document.root.hex()},
                      {"leaf_count", Signed(page.document.leaf_count)},
                      {"items", std::move(items)},
                      {"next", page.next ? json::Value(Signed(*page.next)) : json::Value()}};
  if (page.base) object.emplace("base", markup::Name(*page.base));
  return object;
}

json::Object ReadJson(const ChunkPage& page) {
  json::Object object = ToJson(page);
  object.emplace("document_uri", page.document.uri);
  object.emplace("title", page.document.title);
  object.emplace("superseded", page.document.superseded);
  return object;
}

json::Object ToJson(const ProvedChunk& chunk) {
  const DocumentSummary& document = chunk.document;
  return {{"document_root", document.root.hex()},
          {"document_uri", document.uri},
          {"title", document.title},
          {"leaf_count", Signed(document.leaf_count)},
          {"chunk_idx", Signed(chunk.chunk_idx)},
          {"leaf_hash", chunk.proof.leaf.hex()},
          {"text", chunk.text},
          {"proof", merkle::ProofToJson(chunk.proof, document.leaf_count)}};
}

json::Object ToJson(const DocumentVersions& versions) {
  json::Array items;
  for (const DocumentVersion& version : versions.items) {
    json::Object item = LocationJson(version.location);
    item.emplace("document_root", version.root.hex());
    item.emplace("leaf_count", Signed(version.leaf_count));
    item.emplace("text_bytes", Signed(version.text_bytes));
    item.emplace("shard", version.shard);
    items.emplace_back(std::move(item));
  }
  return {{"uri", versions.uri}, {"items", std::move(items)}};
}

json::Object ToJson(const CorpusCounts& counts) {
  json::Object object = CountsJson(counts.total);
  object.emplace("documents_in_several_shards", counts.in_several_shards);
  json::Array shards;
  for (const auto& [name, some] : counts.shards) {
    json::Object shard = CountsJson(some);
    shard.emplace("name", name);
    shards.emplace_back(std::move(shard));
  }
  object.emplace("shards", std::move(shards));
  return object;
}

}  // namespace arborist::app
