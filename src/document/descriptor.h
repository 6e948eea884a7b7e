// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>

#include "base/hash256.h"

namespace arborist::document {

// The facts of a document that the log binds, leaf count and versions included:
// docs/format/audit-chain.md.
struct Descriptor {
  DocumentRoot root;
  std::uint64_t leaf_count = 0;
  std::uint64_t text_bytes = 0;  // of the raw text that was read first
  std::string_view kind;         // surface or core
  std::int64_t compression_depth = 0;
  std::string_view source_type;
  std::string_view chunking_version;
  std::string_view canonicalization_version;
  std::string_view schema_version;
};
// FROZEN: events contain it.
Hash256 HashDescriptor(const Descriptor& descriptor);

}  // namespace arborist::document
