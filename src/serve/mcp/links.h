// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "serve/mcp/tool.h"

namespace arborist::serve::mcp {

// Addresses of our own resources, which name things by their hashes:
//   arborist://document/ROOT          a document's text
//   arborist://chunk/ROOT/NUMBER      one chunk, with its Merkle path
//   arborist://record/KEY             a kept answer
//   arborist://bundle/KEY             its proof
//   arborist://bundle/ROOT/NUMBER     a chunk's proof
enum class ResourceKind : std::uint8_t { kDocument, kChunk, kRecord, kBundle };
struct ResourceName {
  ResourceKind kind = ResourceKind::kDocument;
  std::string hash;                    // 64 hex digits
  std::optional<std::uint64_t> chunk;  // of a chunk, and of a chunk's bundle
};
// kNotFound for everything else, whatever it names.
Result<ResourceName> ReadResourceName(std::string_view uri);
std::string UriOf(const ResourceName& name);
const std::vector<Resources::Template>& ResourceTemplates();

// Links to a passage: our chunk, and the page it came from where that is on the web. The object has
// document_root, chunk_idx, document_uri and title, as hits, sources and passages do.
void AddPassageLinks(const json::Value& passage, std::vector<Link>* links);

}  // namespace arborist::serve::mcp
