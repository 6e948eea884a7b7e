// SPDX-License-Identifier: AGPL-3.0-only
// Proofs as JSON: docs/format/merkle.md. Hashes have one spelling (64 lower-case hex digits), so
// equal hashes are equal strings; any other spelling is refused here. More than 63 steps are
// refused before they are folded: no tree of 2^63 leaves has them, and a hostile file could have
// millions.
#include "merkle/proof_json.h"

#include <string>

namespace arborist::merkle {

namespace {

Result<Hash256> HashField(const json::Value& value, std::string_view key) {
  TRY_ASSIGN(const std::string hex, value.String(key));
  auto hash = Hash256::FromHexString(hex);
  if (!hash)
    return std::unexpected(std::move(hash).error().In("malformed_hash: field " + std::string(key)));
  return *hash;
}

Result<std::uint64_t> CountField(const json::Value& value, std::string_view key) {
  TRY_ASSIGN(const std::int64_t number, value.Int(key));
  if (number < 0) {
    return Fail(ErrorCode::kInvalidArgument, "field " + std::string(key) + " must not be negative");
  }
  return static_cast<std::uint64_t>(number);
}

}  // namespace

json::Value ProofToJson(const Proof& proof, std::optional<std::uint64_t> leaf_count) {
  json::Array siblings;
  for (const ProofStep& step : proof.siblings) {
    siblings.emplace_back(json::Object{{"hash", step.hash.hex()}, {"is_left", step.is_left}});
  }
  json::Object object{{"leaf", proof.leaf.hex()},
                      {"leaf_index", static_cast<std::int64_t>(proof.leaf_index)},
                      {"siblings", std::move(siblings)},
                      {"root", proof.root.hex()}};
  if (leaf_count) object.emplace("leaf_count", static_cast<std::int64_t>(*leaf_count));
  return object;
}

Result<ParsedProof> ProofFromJson(const json::Value& value) {
  if (!value.is_object()) return Fail(ErrorCode::kInvalidArgument, "a proof must be an object");
  ParsedProof parsed;
  TRY_ASSIGN(parsed.proof.leaf, HashField(value, "leaf"));
  TRY_ASSIGN(parsed.proof.root, HashField(value, "root"));
  TRY_ASSIGN(parsed.proof.leaf_index, CountField(value, "leaf_index"));
  TRY_ASSIGN(const json::Array* siblings, value.List("siblings"));
  if (siblings->size() > 63) {
    return Refuse("path_too_long", "more than 63 steps", ErrorCode::kLimitExceeded);
  }
  for (std::size_t i = 0; i < siblings->size(); ++i) {
    const std::string place = "sibling " + std::to_string(i);
    ProofStep step;
    auto hash = HashField((*siblings)[i], "hash");
    if (!hash) return std::unexpected(std::move(hash).error().In(place));
    step.hash = *hash;
    auto is_left = (*siblings)[i].Bool("is_left");
    if (!is_left) return std::unexpected(std::move(is_left).error().In(place));
    step.is_left = *is_left;
    parsed.proof.siblings.push_back(step);
  }
  if (value.Find("leaf_count") != nullptr) {
    TRY_ASSIGN(parsed.leaf_count, CountField(value, "leaf_count"));
  }
  return parsed;
}

}  // namespace arborist::merkle
