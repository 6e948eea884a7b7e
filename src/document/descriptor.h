// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/hash256.h"

namespace arborist::document {

// A text that was read from a source, or one that was distilled from others.
enum class Kind : std::uint8_t { kSurface, kCore };

std::string_view Name(Kind kind);  // surface, core
std::optional<Kind> KindFromName(std::string_view name);

// The facts of a document that the log binds, leaf count and versions included:
// docs/format/audit-chain.md.
struct Descriptor {
  DocumentRoot root;
  std::uint64_t leaf_count = 0;
  std::uint64_t text_bytes = 0;  // of the raw text that was read first
  std::string_view kind;         // the Name of one, where it was not read from outside
  std::int64_t compression_depth = 0;
  std::string_view source_type;
  std::string_view chunking_version;
  std::string_view canonicalization_version;
  std::string_view schema_version;
};
// FROZEN: events contain it.
Hash256 HashDescriptor(const Descriptor& descriptor);

}  // namespace arborist::document
