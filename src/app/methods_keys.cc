// SPDX-License-Identifier: AGPL-3.0-only
// The hashes that make a cache key as methods of rpc.
#include <array>
#include <string>

#include "app/methods.h"
#include "question/keys.h"

namespace arborist::app {

namespace {

Result<json::Value> Hex(const Result<Hash256>& hash) {
  if (!hash) return std::unexpected(hash.error());
  return hash->hex();
}

Result<json::Value> ConversationHash(const json::Value& params) {
  TRY(params.List("messages"));
  return Hex(question::HashCanonicalJson(*params.Find("messages")));
}

Result<json::Value> GovernancePolicyHash(const json::Value& params) {
  TRY(params.Map("policy"));
  return Hex(question::HashCanonicalJson(*params.Find("policy")));
}

Result<json::Value> VerifierPolicyHash(const json::Value& params) {
  TRY(params.Map("policy"));
  return Hex(question::VerifierPolicyHash(*params.Find("policy")));
}

Result<json::Value> ModelProfileHash(const json::Value& params) {
  TRY_ASSIGN(const std::string model_id, params.String("model_id"));
  TRY_ASSIGN(const std::string revision, params.StringOr("revision", ""));
  TRY_ASSIGN(const std::string quantization, params.StringOr("quantization", ""));
  return question::ModelProfileHash(model_id, revision, quantization).hex();
}

Result<json::Value> CacheKey(const json::Value& params) {
  TRY_ASSIGN(const question::KeyDimensions key, question::ReadDimensions(params));
  return question::MakeCacheKey(key).hex();
}

constexpr std::array kKeyMethods = {
    RpcMethod{"conversation_hash", ConversationHash},
    RpcMethod{"governance_policy_hash", GovernancePolicyHash},
    RpcMethod{"verifier_policy_hash", VerifierPolicyHash},
    RpcMethod{"model_profile_hash", ModelProfileHash},
    RpcMethod{"cache_key", CacheKey},
};

}  // namespace

std::span<const RpcMethod> KeyMethods() { return kKeyMethods; }

}  // namespace arborist::app
