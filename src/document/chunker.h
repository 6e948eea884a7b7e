// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/hash256.h"

namespace arborist::document {

// The schema of the rules that make a document's identity.
inline constexpr std::string_view kSchemaVersion = "v9.8.0";

// FROZEN tok-512-v1, tok-512-v2: docs/format/chunking.md; a change is a new name.
enum class Chunking : std::uint8_t { kTok512V1, kTok512V2 };

std::string_view Name(Chunking chunking);
std::optional<Chunking> ChunkingFromName(std::string_view name);

inline constexpr std::size_t kTokensPerChunk = 512;
inline constexpr std::size_t kMaxChunkCodePointsV1 = 8192;  // a longer v1 chunk makes a document v2

// Raw slices that concatenate to the text (less a leading byte-order mark). Whitespace belongs to
// the chunk before it, leading whitespace to the first. A text without tokens has no chunk.
std::vector<std::string_view> Split(std::string_view text, Chunking chunking);

// v1, unless one of its chunks would exceed kMaxChunkCodePointsV1.
Chunking ChooseChunking(std::string_view text);

// A document's identity: its chunks, their leaf hashes in chunk order, and the Merkle root.
struct Identity {
  Chunking chunking = Chunking::kTok512V1;
  std::vector<std::string_view> slices;  // into the text given
  std::vector<Hash256> leaves;
  DocumentRoot root;
};
Identity Identify(std::string_view text);  // chunking chosen by the text
Identity Identify(std::string_view text, Chunking chunking);

// sha256(0x00 | norm-v1 of the slice).
LeafHash LeafOf(std::string_view slice);

// The raw form of a document: texts that differ in white space or Unicode form alone have the same
// root and are different revisions of it. FROZEN, for the log binds it: docs/format/merkle.md.
struct Revision {
  TextHash text_hash;  // sha256 of the raw text
  Hash256 slices;      // Merkle root whose leaves are sha256(0x00 | raw slice)

  auto operator<=>(const Revision&) const = default;
};
Hash256 SliceLeafOf(std::string_view slice);
Revision RevisionOf(std::span<const std::string_view> slices);

}  // namespace arborist::document
