// SPDX-License-Identifier: AGPL-3.0-only
// Proofs that a core used chunks of a source (docs/format/core.md). If all chunks were used, the
// list of leaves is the proof, because it gives the root; otherwise each used chunk has a path. A
// proof has one spelling: it is written anew after reading and compared, so that no unknown member
// rides along under the derivation hash.
#include "core/derivation.h"

#include <algorithm>

#include "merkle/proof_json.h"

namespace arborist::core {

namespace {

std::int64_t AsInt(std::uint64_t value) { return static_cast<std::int64_t>(value); }

Result<Hash256> HashFrom(const json::Value& value) {
  if (!value.is_string()) return Fail(ErrorCode::kInvalidData, "a leaf must be a string");
  return Hash256::FromHexString(value.as_string());
}

}  // namespace

const Hash256* SourceProof::LeafOf(std::uint64_t chunk_idx) const {
  if (!leaves.empty())
    return chunk_idx < leaves.size() ? &leaves[static_cast<std::size_t>(chunk_idx)] : nullptr;
  const auto it = std::ranges::find(proofs, chunk_idx, &merkle::Proof::leaf_index);
  return it == proofs.end() ? nullptr : &it->leaf;
}

std::vector<std::uint64_t> SourceProof::Chunks() const {
  std::vector<std::uint64_t> chunks;
  chunks.reserve(leaves.size() + proofs.size());
  for (std::uint64_t i = 0; i < leaves.size(); ++i) chunks.push_back(i);
  for (const merkle::Proof& proof : proofs) chunks.push_back(proof.leaf_index);
  return chunks;
}

SourceProof ProveAll(std::span<const Hash256> leaves, std::string_view base) {
  return {.leaf_count = leaves.size(),
          .base = std::string(base),
          .leaves = std::vector<Hash256>(leaves.begin(), leaves.end())};
}

SourceProof ProveSome(std::span<const Hash256> leaves, std::span<const std::uint64_t> used,
                      std::string_view base) {
  if (used.size() == leaves.size()) return ProveAll(leaves, base);
  SourceProof proof{.leaf_count = leaves.size(), .base = std::string(base)};
  for (const std::uint64_t index : used)
    proof.proofs.push_back(merkle::Prove(leaves, static_cast<std::size_t>(index)));
  return proof;
}

json::Object ToJson(const SourceProof& proof) {
  json::Object object{{"base", proof.base}, {"leaf_count", AsInt(proof.leaf_count)}};
  if (!proof.detail.empty()) object.emplace("detail", proof.detail);
  json::Array list;
  for (const Hash256& leaf : proof.leaves) list.emplace_back(leaf.hex());
  for (const merkle::Proof& path : proof.proofs)
    list.push_back(merkle::ProofToJson(path, proof.leaf_count));
  object.emplace(proof.proofs.empty() ? "leaves" : "proofs", std::move(list));
  return object;
}

Result<SourceProof> SourceProofFromJson(const json::Value& value) {
  SourceProof proof;
  TRY_ASSIGN(proof.base, value.String("base"));
  TRY_ASSIGN(const std::int64_t count, value.Int("leaf_count"));
  if (count < 1) return Fail(ErrorCode::kInvalidData, "leaf_count must be above 0");
  proof.leaf_count = static_cast<std::uint64_t>(count);
  if (value.Find("detail") != nullptr) {
    TRY_ASSIGN(const json::Object* detail, value.Map("detail"));
    if (detail->empty()) return Fail(ErrorCode::kInvalidData, "an empty detail is left out");
    proof.detail = *detail;
  }
  const bool whole = value.Find("leaves") != nullptr;
  TRY_ASSIGN(const json::Array* list, value.List(whole ? "leaves" : "proofs"));
  for (const json::Value& entry : *list) {
    if (whole) {
      TRY_ASSIGN(const Hash256 leaf, HashFrom(entry));
      proof.leaves.push_back(leaf);
      continue;
    }
    TRY_ASSIGN(merkle::ParsedProof path, merkle::ProofFromJson(entry));
    if (path.leaf_count != proof.leaf_count)
      return Fail(ErrorCode::kInvalidData, "a path is of another leaf_count");
    proof.proofs.push_back(std::move(path.proof));
  }
  // One spelling only: a member that a proof does not have would ride along unread.
  if (json::Value(ToJson(proof)) != value)
    return Fail(ErrorCode::kInvalidData, "holds a member that a proof does not have");
  return proof;
}

std::string ToText(const SourceProof& proof) { return json::Dump(ToJson(proof)); }

Result<SourceProof> ParseSourceProof(std::string_view text) {
  TRY_ASSIGN(const json::Value value, json::Parse(text, {.max_depth = 32}));
  return SourceProofFromJson(value);
}

Status Verify(const SourceProof& proof, const DocumentRoot& root) {
  if (proof.leaves.empty() && proof.proofs.empty())
    return Refuse("no_chunk", "proves no chunk at all", ErrorCode::kInvalidData);
  if (!proof.leaves.empty()) {
    if (proof.leaves.size() != proof.leaf_count) {
      return Refuse("leaf_count_mismatch",
                    std::to_string(proof.leaves.size()) + " leaves, leaf_count says " +
                        std::to_string(proof.leaf_count),
                    ErrorCode::kInvalidData);
    }
    if (merkle::Root(proof.leaves) != root)
      return Refuse("root_mismatch", "the leaves have another root", ErrorCode::kInvalidData);
    return {};
  }
  for (const merkle::Proof& path : proof.proofs) {
    if (path.root != root)
      return Refuse("root_mismatch", "a path leads to another root", ErrorCode::kInvalidData);
    TRY(merkle::Verify(path, proof.leaf_count));
  }
  return {};
}

}  // namespace arborist::core
