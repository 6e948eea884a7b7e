// SPDX-License-Identifier: AGPL-3.0-only
// Core bundles as JSON, and back. Unknown members are dropped when reading; CheckCore writes the
// bundle anew and compares, which refuses them. Proofs are kept as canonical JSON strings, because
// the derivation hash covers them in that form.
#include "bundle/core_bundle.h"

#include <utility>

#include "bundle/checker.h"
#include "core/derivation.h"
#include "crypto/sha256.h"
#include "json/fields.h"

namespace arborist::bundle {

namespace {

std::int64_t AsInt(std::uint64_t value) { return static_cast<std::int64_t>(value); }

json::Object ToJson(const CoreBundle::Document& document) {
  json::Array locations;
  for (const Location& location : document.facts.locations)
    locations.emplace_back(json::Object{{"uri", location.uri}, {"title", location.title}});
  json::Array chunks;
  for (const CoreBundle::Chunk& chunk : document.chunks) {
    chunks.emplace_back(json::Object{{"chunk_idx", AsInt(chunk.chunk_idx)},
                                     {"text", chunk.text},
                                     {"text_hash", chunk.text_hash}});
  }
  return {{"document_root", document.facts.root.hex()},
          {"leaf_count", AsInt(document.facts.leaf_count)},
          {"schema_version", document.facts.schema_version},
          {"canonicalization_version", document.facts.canonicalization_version},
          {"chunking_version", document.facts.chunking_version},
          {"source_type", document.facts.source_type},
          {"kind", document.kind},
          {"compression_depth", document.compression_depth},
          {"locations", std::move(locations)},
          {"chunks", std::move(chunks)}};
}

json::Object ToJson(const CoreBundle::Derived& derived) {
  json::Array sources;
  for (const document::DerivationSource& source : derived.derivation.sources) {
    auto proof = json::Parse(source.proof);
    sources.emplace_back(json::Object{{"source_root", source.root.hex()},
                                      {"proof", proof ? std::move(*proof) : json::Value()}});
  }
  const auto& scope = derived.derivation.scope_root;
  return {{"core_root", derived.core.hex()},
          {"distiller_id", derived.derivation.distiller_id},
          {"distiller_version", derived.derivation.distiller_version},
          {"scope_root", scope ? json::Value(scope->hex()) : json::Value()},
          {"sources", std::move(sources)},
          {"derivation_hash", derived.derivation_hash}};
}

Result<CoreBundle::Document> ReadDocument(const json::Value& value) {
  CoreBundle::Document document;
  DocumentFacts& facts = document.facts;
  TRY_ASSIGN(const Hash256 root, json::HashField(value, "document_root"));
  facts.root = DocumentRoot(root);
  TRY_ASSIGN(facts.leaf_count, json::CountField(value, "leaf_count"));
  TRY_ASSIGN(facts.schema_version, value.String("schema_version"));
  TRY_ASSIGN(facts.canonicalization_version, value.String("canonicalization_version"));
  TRY_ASSIGN(facts.chunking_version, value.String("chunking_version"));
  TRY_ASSIGN(facts.source_type, value.String("source_type"));
  TRY_ASSIGN(document.kind, value.String("kind"));
  TRY_ASSIGN(document.compression_depth, value.Int("compression_depth"));
  TRY_ASSIGN(const json::Array* locations, value.List("locations"));
  for (const json::Value& entry : *locations) {
    Location location;
    TRY_ASSIGN(location.uri, entry.String("uri"));
    TRY_ASSIGN(location.title, entry.String("title"));
    facts.locations.push_back(std::move(location));
  }
  TRY_ASSIGN(const json::Array* chunks, value.List("chunks"));
  for (const json::Value& entry : *chunks) {
    CoreBundle::Chunk chunk;
    TRY_ASSIGN(chunk.chunk_idx, json::CountField(entry, "chunk_idx"));
    TRY_ASSIGN(chunk.text, entry.String("text"));
    TRY_ASSIGN(chunk.text_hash, entry.String("text_hash"));
    document.chunks.push_back(std::move(chunk));
  }
  return document;
}

Result<CoreBundle::Derived> ReadDerived(const json::Value& value) {
  CoreBundle::Derived derived;
  TRY_ASSIGN(const Hash256 core, json::HashField(value, "core_root"));
  derived.core = DocumentRoot(core);
  TRY_ASSIGN(derived.derivation.distiller_id, value.String("distiller_id"));
  TRY_ASSIGN(derived.derivation.distiller_version, value.String("distiller_version"));
  if (const json::Value* scope = value.Find("scope_root"); scope != nullptr && !scope->is_null()) {
    TRY_ASSIGN(derived.derivation.scope_root, json::HashField(value, "scope_root"));
  }
  TRY_ASSIGN(const json::Array* sources, value.List("sources"));
  for (const json::Value& entry : *sources) {
    TRY_ASSIGN(const Hash256 root, json::HashField(entry, "source_root"));
    const json::Value* proof = entry.Find("proof");
    if (proof == nullptr) return Fail(ErrorCode::kInvalidData, "field proof is missing");
    TRY(core::SourceProofFromJson(*proof));
    derived.derivation.sources.push_back({DocumentRoot(root), json::Dump(*proof)});
  }
  TRY_ASSIGN(derived.derivation_hash, value.String("derivation_hash"));
  return derived;
}

}  // namespace

json::Value MakeCoreBundle(CoreBundle bundle) {
  for (CoreBundle::Document& document : bundle.documents) {
    for (CoreBundle::Chunk& chunk : document.chunks)
      chunk.text_hash = crypto::Sha256(chunk.text).hex();
  }
  for (CoreBundle::Derived& derived : bundle.derivations)
    derived.derivation_hash = document::HashDerivation(derived.core, derived.derivation).hex();
  return ToJson(bundle);
}

json::Object ToJson(const CoreBundle& bundle) {
  json::Array documents;
  for (const CoreBundle::Document& document : bundle.documents)
    documents.emplace_back(ToJson(document));
  json::Array derivations;
  for (const CoreBundle::Derived& derived : bundle.derivations)
    derivations.emplace_back(ToJson(derived));
  json::Object object{
      {"format", kCoreFormat},
      {"core_root", bundle.documents.empty() ? "" : bundle.documents[0].facts.root.hex()},
      {"documents", std::move(documents)},
      {"derivations", std::move(derivations)}};
  if (bundle.log) object.emplace("log", ToJson(*bundle.log));
  return object;
}

Result<CoreBundle> ReadCoreBundle(const json::Value& value) {
  CoreBundle bundle;
  TRY_ASSIGN(const json::Array* documents, value.List("documents"));
  for (const json::Value& entry : *documents) {
    TRY_ASSIGN(CoreBundle::Document document, ReadDocument(entry));
    bundle.documents.push_back(std::move(document));
  }
  if (bundle.documents.empty())
    return Fail(ErrorCode::kInvalidData, "field documents must not be empty");
  TRY_ASSIGN(const json::Array* derivations, value.List("derivations"));
  for (const json::Value& entry : *derivations) {
    TRY_ASSIGN(CoreBundle::Derived derived, ReadDerived(entry));
    bundle.derivations.push_back(std::move(derived));
  }
  if (value.Find("log") != nullptr) {
    TRY_ASSIGN(const json::Object* fields, value.Map("log"));
    auto log = ReadLogPart(*fields);
    if (!log) return std::unexpected(std::move(log).error().In("log"));
    bundle.log = std::move(*log);
  }
  return bundle;
}

}  // namespace arborist::bundle
