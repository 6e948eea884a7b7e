// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
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

// A chunk of a document that a result speaks of.
struct LinkedChunk {
  DocumentRoot root;
  std::uint64_t chunk_idx = 0;
  std::string uri;
  std::string title;
};
// Links to it: our chunk, and the page it came from where that is on the web.
void AddPassageLinks(const LinkedChunk& passage, std::vector<Link>* links);

}  // namespace arborist::serve::mcp
