// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>

#include "base/hash256.h"

namespace arborist::document {

// What the log binds of a document, leaf count and versions included: docs/format/audit-chain.md.
struct Descriptor {
  DocumentRoot root;
  std::uint64_t leaf_count = 0;
  std::uint64_t text_bytes = 0;  // of the raw text that it was first read with
  std::string_view kind;         // surface, core
  std::int64_t compression_depth = 0;
  std::string_view source_type;
  std::string_view chunking_version;
  std::string_view canonicalization_version;
  std::string_view schema_version;
};
// FROZEN: it stands in events.
Hash256 HashDescriptor(const Descriptor& descriptor);

}  // namespace arborist::document
