// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/hash256.h"
#include "document/derivation.h"
#include "store/shard/prepared_document.h"

namespace arborist::distill {

// What a core is made from, as one hash: the source_hash of its location, by which a second run
// knows that nothing has changed.
SourceHash InputHash(std::string_view distiller_id, std::string_view base,
                     const DocumentRoot& source, const std::optional<Hash256>& scope_root);

struct CoreParts {
  std::string uri;
  std::string title = {};  // stands in the index of titles; compressions have none
  std::string text;
  std::int64_t compression_depth = 0;
  SourceHash source_hash;
  document::Derivation derivation;
};

// A document of kind core, its chunks plain. Nothing when the text has no token.
std::optional<store::PreparedDocument> PrepareCore(CoreParts parts);

}  // namespace arborist::distill
