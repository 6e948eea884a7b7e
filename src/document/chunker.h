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

// The schema of the rules of identity.
inline constexpr std::string_view kSchemaVersion = "v9.8.0";

// FROZEN tok-512-v1, tok-512-v2: docs/format/chunking.md; a change gets a new name.
enum class Chunking : std::uint8_t { kTok512V1, kTok512V2 };

std::string_view Name(Chunking chunking);
std::optional<Chunking> ChunkingFromName(std::string_view name);

inline constexpr std::size_t kTokensPerChunk = 512;
// A longer v1 chunk makes the document v2.
inline constexpr std::size_t kMaxChunkCodePointsV1 = 8192;

// Raw slices; joined together they are the text without a leading byte-order mark. White space
// belongs to the chunk before it, leading white space to the first. A text without tokens has no
// chunk. The views point into the text.
std::vector<std::string_view> Split(std::string_view text, Chunking chunking);

// tok-512-v1, unless one of its chunks would exceed kMaxChunkCodePointsV1.
Chunking ChooseChunking(std::string_view text);

// The identity of a document: its chunks, their leaf hashes in order, and the Merkle root.
struct Identity {
  Chunking chunking = Chunking::kTok512V1;
  std::vector<std::string_view> slices;  // views of the given text
  std::vector<Hash256> leaves;
  DocumentRoot root;
};
Identity Identify(std::string_view text);  // chooses the chunking by the text
Identity Identify(std::string_view text, Chunking chunking);

// sha256(0x00 | norm-v1 of the slice).
LeafHash LeafOf(std::string_view slice);

// The raw form of a document. Texts that differ only in white space or Unicode form share a root
// and are different revisions of one document. FROZEN, because the log binds it:
// docs/format/merkle.md.
struct Revision {
  TextHash text_hash;  // sha256 of the raw text
  Hash256 slices;      // Merkle root over sha256(0x00 | raw slice)

  auto operator<=>(const Revision&) const = default;
};
Hash256 SliceLeafOf(std::string_view slice);
Revision RevisionOf(std::span<const std::string_view> slices);

}  // namespace arborist::document
