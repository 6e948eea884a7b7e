// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/hash256.h"
#include "document/derivation.h"
#include "store/shard/prepared_document.h"

namespace arborist::distill {

// The source_hash of a compression's location: sha256 of canonical JSON of everything that the core
// is made from (docs/format/core.md, "Where a core stands"). A second run compares it and skips a
// source whose core is up to date.
SourceHash InputHash(std::string_view distiller_id, std::string_view base,
                     const DocumentRoot& source, const std::optional<Hash256>& scope_root);

struct CoreParts {
  std::string uri;
  std::string title = {};  // is indexed as a title; compressions have none
  std::string text;
  std::int64_t compression_depth = 0;
  SourceHash source_hash;
  document::Derivation derivation;
};

// A document of kind core with uncompressed chunks, ready to be put into a shard. nullopt when the
// text has no token and so no chunk.
std::optional<store::PreparedDocument> PrepareCore(CoreParts parts);

}  // namespace arborist::distill
