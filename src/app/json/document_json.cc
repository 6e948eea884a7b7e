// SPDX-License-Identifier: AGPL-3.0-only
#include "app/json/document_json.h"

#include <algorithm>

#include "app/fields.h"
#include "retrieve/duplicates.h"

namespace arborist::app {

using store::CorpusDocument;
using store::ShardCounts;

namespace {

json::Array Strings(const std::vector<std::string>& strings) {
  return json::Array(strings.begin(), strings.end());
}

json::Array LocationsJson(const CorpusDocument& document) {
  json::Array locations;
  for (const store::LocationView& location : document.view.locations) {
    locations.emplace_back(json::Object{{"uri", location.uri},
                                        {"title", location.title},
                                        {"state", Name(location.state)},
                                        {"source_hash", location.source_hash.hex()},
                                        {"text_hash", TextHashJson(location)},
                                        {"extraction_version", location.extraction_version},
                                        {"first_seen", location.first_seen},
                                        {"last_seen", location.last_seen}});
  }
  return locations;
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

json::Object CountsJson(const ShardCounts& counts) {
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

std::vector<std::string> UrisOf(const CorpusDocument& document) {
  if (document.view.current) return document.current_uris();
  std::vector<std::string> uris;
  uris.reserve(document.view.locations.size());
  for (const store::LocationView& location : document.view.locations) uris.push_back(location.uri);
  uris.erase(std::unique(uris.begin(), uris.end()), uris.end());
  return uris;
}

json::Value TextHashJson(const store::LocationView& location) {
  return location.text.text_hash ? json::Value(location.text.text_hash->hex()) : nullptr;
}

json::Object Summary(const CorpusDocument& document) {
  return {{"document_root", document.view.root.hex()},
          {"document_uri", document.shown().uri},
          {"uris", Strings(UrisOf(document))},
          {"title", document.shown().title},
          {"kind", Name(document.view.kind)},
          {"leaf_count", Signed(document.view.leaf_count)},
          {"chunking_version", document.view.chunking_version},
          {"superseded", !document.view.current},
          {"tier", Name(document.view.tier)}};
}

json::Object Whole(const CorpusDocument& document, const std::vector<std::string>& links,
                   const store::DocumentHits& unsaid) {
  const store::DocumentView& view = document.view;
  json::Object object = Summary(document);
  object.emplace("source_type", view.source_type);
  object.emplace("compression_depth", view.compression_depth);
  object.emplace("schema_version", view.schema_version);
  object.emplace("canonicalization_version", view.canonicalization_version);
  object.emplace("text_bytes", Signed(document.text.text_bytes));
  object.emplace("ingest_ts", view.ingest_ts);
  const std::int64_t last_hit = std::max(view.last_hit_at, unsaid.last);
  object.emplace("hit_count", view.hit_count + unsaid.count);
  object.emplace("last_hit_at", last_hit > 0 ? json::Value(last_hit) : json::Value(nullptr));
  object.emplace("shard", document.shard->name());
  object.emplace("locations", LocationsJson(document));
  object.emplace("links", Strings(links));
  return object;
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

double StoreOverText(const ShardCounts& counts) {
  return counts.text_bytes > 0
             ? static_cast<double>(counts.file_bytes) / static_cast<double>(counts.text_bytes)
             : 0;
}

Result<CorpusCounts> CountsOf(const store::Corpus& corpus) {
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
