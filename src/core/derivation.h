// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "base/result.h"
#include "json/value.h"
#include "merkle/tree.h"

namespace arborist::core {

// Ties a core to one of its sources: the inclusion of every chunk that was used. If all were used,
// their leaves are the proof; otherwise each used chunk has its path. Format: docs/format/core.md.
struct SourceProof {
  std::uint64_t leaf_count = 0;
  std::string base = {};             // how the span of a chunk is made: identity, wikitext-base-v1
  std::vector<Hash256> leaves = {};  // of all chunks, or
  std::vector<merkle::Proof> proofs = {};  // of some, by leaf_index
  json::Object detail = {};                // further facts that the distiller must state

  // The leaf of a chunk that was used, or null.
  const Hash256* LeafOf(std::uint64_t chunk_idx) const;
  std::vector<std::uint64_t> Chunks() const;  // the used ones, ascending
};

SourceProof ProveAll(std::span<const Hash256> leaves, std::string_view base);
// used: ascending, each below leaves.size().
SourceProof ProveSome(std::span<const Hash256> leaves, std::span<const std::uint64_t> used,
                      std::string_view base);

json::Object ToJson(const SourceProof& proof);
Result<SourceProof> SourceProofFromJson(const json::Value& value);
std::string ToText(const SourceProof& proof);  // canonical JSON, which is the proof_blob
Result<SourceProof> ParseSourceProof(std::string_view text);

// Whether every chunk that it names is one of the document with this root. By name: no_chunk,
// leaf_count_mismatch, root_mismatch, and those of merkle::Verify.
Status Verify(const SourceProof& proof, const DocumentRoot& root);

}  // namespace arborist::core
