// SPDX-License-Identifier: AGPL-3.0-only
// Chunking, proofs and roots as methods of rpc.
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "app/methods.h"
#include "document/chunker.h"
#include "merkle/proof_json.h"
#include "merkle/tree.h"

namespace arborist::app {

namespace {

Result<json::Value> Chunk(const json::Value& params) {
  TRY_ASSIGN(const std::string text, params.String("text"));
  TRY_ASSIGN(const std::string version,
             params.StringOr("chunking_version", document::Name(document::Chunking::kTok512V1)));
  const auto chunking = document::ChunkingFromName(version);
  if (!chunking) {
    return Fail(ErrorCode::kInvalidArgument,
                "field chunking_version must be tok-512-v1 or tok-512-v2");
  }
  const document::Identity identity = document::Identify(text, *chunking);
  json::Array leaves;
  for (const Hash256& leaf : identity.leaves) leaves.emplace_back(leaf.hex());
  return json::Object{{"leaf_hashes", std::move(leaves)},
                      {"document_root", identity.root.hex()},
                      {"leaf_count", static_cast<std::int64_t>(identity.leaves.size())}};
}

Result<json::Value> MerkleProof(const json::Value& params) {
  TRY_ASSIGN(const json::Array* list, params.List("leaves"));
  std::vector<Hash256> leaves;
  leaves.reserve(list->size());
  for (const json::Value& entry : *list) {
    const std::string place = "field leaves, entry " + std::to_string(leaves.size());
    if (!entry.is_string()) {
      return Fail(ErrorCode::kInvalidArgument, place + " must be a string");
    }
    auto leaf = Hash256::FromHexString(entry.as_string());
    if (!leaf) return std::unexpected(std::move(leaf).error().In(place));
    leaves.push_back(*leaf);
  }
  TRY_ASSIGN(const std::int64_t index, params.Int("index"));
  if (index < 0 || std::cmp_greater_equal(index, leaves.size())) {
    return Fail(ErrorCode::kInvalidArgument, "field index must be from 0 to below the " +
                                                 std::to_string(leaves.size()) + " leaves");
  }
  return merkle::ProofToJson(merkle::Prove(leaves, static_cast<std::size_t>(index)), leaves.size());
}

// False for every wrong proof; an error for what is no proof: a missing or ill-typed field, hex
// that is not canonical.
Result<json::Value> VerifyProof(const json::Value& params) {
  TRY(params.Map("proof"));
  const auto parsed = merkle::ProofFromJson(*params.Find("proof"));
  if (!parsed) {
    if (parsed.error().code == ErrorCode::kLimitExceeded) return json::Value(false);
    return std::unexpected(Error(parsed.error()).In("field proof"));
  }
  const Status status = parsed->leaf_count ? merkle::Verify(parsed->proof, *parsed->leaf_count)
                                           : merkle::VerifyFold(parsed->proof);
  return json::Value(status.has_value());
}

constexpr std::array kDocumentMethods = {
    RpcMethod{"chunk", Chunk},
    RpcMethod{"merkle_proof", MerkleProof},
    RpcMethod{"verify_proof", VerifyProof},
};

}  // namespace

std::span<const RpcMethod> DocumentMethods() { return kDocumentMethods; }

}  // namespace arborist::app
