// SPDX-License-Identifier: AGPL-3.0-only
// Turns the text of a core into the rows of a document: root and chunks by document::Identify, the
// same rule as for every ingested text, and the search terms of title and chunks.
#include "distill/prepare_core.h"

#include <algorithm>
#include <utility>

#include "core/distiller.h"
#include "crypto/sha256.h"
#include "document/chunker.h"
#include "json/value.h"
#include "text/search_tokens.h"

namespace arborist::distill {

SourceHash InputHash(std::string_view distiller_id, std::string_view base,
                     const DocumentRoot& source, const std::optional<Hash256>& scope_root) {
  // Canonical JSON: the names in the order of their bytes, no white space. Part of the format.
  std::string text = "{\"base\":";
  json::AppendString(base, &text);
  text += ",\"distiller\":";
  json::AppendString(core::VersionedName(distiller_id), &text);
  text += ",\"scope_root\":" + (scope_root ? "\"" + scope_root->hex() + "\"" : "null");
  text += ",\"source_root\":\"" + source.hex() + "\"}";
  return SourceHash(crypto::Sha256(text));
}

std::optional<store::PreparedDocument> PrepareCore(CoreParts parts) {
  const document::Identity identity = document::Identify(parts.text);
  if (identity.slices.empty()) return std::nullopt;
  store::PreparedDocument core;
  core.uri = std::move(parts.uri);
  core.title = std::move(parts.title);
  text::AppendSearchTerms(core.title, &core.title_terms);
  core.source_type = parts.derivation.distiller_id;
  core.extraction_version =
      parts.derivation.distiller_id + "-" + parts.derivation.distiller_version;
  core.source_hash = parts.source_hash;
  core.root = identity.root;
  core.revision = document::RevisionOf(identity.slices);
  core.chunking = identity.chunking;
  core.compression_depth = parts.compression_depth;
  core.derivation = std::move(parts.derivation);
  for (std::size_t i = 0; i < identity.slices.size(); ++i) {
    store::PreparedChunk chunk;
    chunk.leaf = LeafHash(identity.leaves[i]);
    chunk.content = identity.slices[i];
    text::AppendSearchTerms(identity.slices[i], &chunk.terms);
    chunk.text_bytes = chunk.content.size();
    chunk.term_count = chunk.terms.empty() ? 0
                                           : 1 + static_cast<std::uint64_t>(std::count(
                                                     chunk.terms.begin(), chunk.terms.end(), ' '));
    core.text_bytes += chunk.text_bytes;
    core.chunks.push_back(std::move(chunk));
  }
  return core;
}

}  // namespace arborist::distill
