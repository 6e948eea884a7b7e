// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "store/prepared_document.h"

namespace arborist::store {

// What the log binds of a document row, leaf count and versions included.
struct Descriptor {
  DocumentRoot root;
  std::uint64_t leaf_count = 0;
  std::uint64_t text_bytes = 0;
  std::string_view kind;
  std::int64_t compression_depth = 0;
  std::string_view source_type;
  std::string_view chunking_version;
  std::string_view canonicalization_version;
  std::string_view schema_version;
};
Hash256 HashDescriptor(const Descriptor& descriptor);
Hash256 HashDescriptor(const PreparedDocument& document);  // as its row will be

// The event of a core's derivation.
inline constexpr std::string_view kCoreDerived = "core_derived";

// What the log binds of a location row, as one text: canonical JSON {extraction, source, title,
// uri}.
std::string LocationText(std::string_view uri, std::string_view title, std::string_view extraction,
                         const SourceHash& source);
std::string LocationText(const PreparedDocument& document);

// Canonical JSON of the sorted link targets, as the links table has it; and its sha256.
std::string LinksText(const std::vector<std::string>& sorted_links);
std::optional<std::vector<std::string>> ParseLinks(std::string_view text);
Hash256 HashLinks(const std::vector<std::string>& sorted_links);

// The same as an event holds it: under "links", and not at all where there are none.
std::map<std::string, Hash256> LinkHashes(const PreparedDocument& document);

}  // namespace arborist::store
