// SPDX-License-Identifier: AGPL-3.0-only
// Cache keys and the hashes that they join (FROZEN: docs/format/keys.md). The dimensions are joined
// with | between them. Those that this code makes are hex strings or fixed names without a |, so
// two different sets of them cannot give one string; dimensions read from a foreign record are
// hashed as they are. The verifier policy hash covers only the fields of a fixed list; a policy
// that has a version adds `rendering`.
#include "question/keys.h"

#include <algorithm>
#include <array>

#include "crypto/sha256.h"

namespace arborist::question {

namespace {

// Decision 21. Every claim_lattice_* field is a verifier field too.
constexpr std::array<std::string_view, 11> kVerifierFields = {"verifier",
                                                              "repair",
                                                              "base_version",
                                                              "entity_policy",
                                                              "proximity_n",
                                                              "proximity_window",
                                                              "warrant_check_enabled",
                                                              "deflection_check_enabled",
                                                              "format_collapse_enabled",
                                                              "format_collapse_check_enabled",
                                                              "classifier_version"};

// Further verifier fields of policies that have a version.
constexpr std::array<std::string_view, 1> kVersionedVerifierFields = {"rendering"};

bool IsVerifierField(std::string_view name, bool versioned) {
  if (versioned &&
      std::ranges::find(kVersionedVerifierFields, name) != kVersionedVerifierFields.end())
    return true;
  return name.starts_with("claim_lattice_") ||
         std::find(kVerifierFields.begin(), kVerifierFields.end(), name) != kVerifierFields.end();
}

}  // namespace

Result<Hash256> HashCanonicalJson(const json::Value& value) {
  TRY_ASSIGN(const std::string canonical, json::Canonical(value));
  return crypto::Sha256(canonical);
}

Hash256 ModelProfileHash(std::string_view model_id, std::string_view revision,
                         std::string_view quantization) {
  return crypto::Sha256(json::Dump(json::Object{
      {"model_id", model_id}, {"revision", revision}, {"quantization", quantization}}));
}

Result<Hash256> VerifierPolicyHash(const json::Value& policy) {
  if (!policy.is_object()) {
    return Fail(ErrorCode::kInvalidArgument, "field policy must be an object");
  }
  const bool versioned = policy.Find("policy_version") != nullptr;
  json::Object subset;
  for (const auto& [name, value] : policy.as_object()) {
    if (IsVerifierField(name, versioned)) subset.emplace(name, value);
  }
  return HashCanonicalJson(subset);
}

CacheKey MakeCacheKey(const KeyDimensions& d) {
  std::string joined = d.source_root + "|" + d.question_hash + "|" + d.model_profile_hash + "|" +
                       d.conversation_hash + "|" + d.governance_policy_hash + "|" +
                       d.schema_version + "|" + d.canonicalization_version + "|" +
                       d.chunking_version;
  if (d.verifier_policy_hash) joined += "|" + *d.verifier_policy_hash;
  return CacheKey(crypto::Sha256(joined));
}

json::Object ToJson(const KeyDimensions& d) {
  json::Object object{{"source_root", d.source_root},
                      {"question_hash", d.question_hash},
                      {"model_profile_hash", d.model_profile_hash},
                      {"conversation_hash", d.conversation_hash},
                      {"governance_policy_hash", d.governance_policy_hash},
                      {"schema_version", d.schema_version},
                      {"canonicalization_version", d.canonicalization_version},
                      {"chunking_version", d.chunking_version}};
  if (d.verifier_policy_hash) object.emplace("verifier_policy_hash", *d.verifier_policy_hash);
  return object;
}

Result<KeyDimensions> ReadDimensions(const json::Value& value) {
  KeyDimensions d;
  TRY_ASSIGN(d.source_root, value.String("source_root"));
  TRY_ASSIGN(d.question_hash, value.String("question_hash"));
  TRY_ASSIGN(d.model_profile_hash, value.String("model_profile_hash"));
  TRY_ASSIGN(d.conversation_hash, value.String("conversation_hash"));
  TRY_ASSIGN(d.governance_policy_hash, value.String("governance_policy_hash"));
  TRY_ASSIGN(d.schema_version, value.String("schema_version"));
  TRY_ASSIGN(d.canonicalization_version, value.String("canonicalization_version"));
  TRY_ASSIGN(d.chunking_version, value.String("chunking_version"));
  const json::Value* ninth = value.Find("verifier_policy_hash");
  if (ninth != nullptr && !ninth->is_null()) {
    TRY_ASSIGN(d.verifier_policy_hash, value.String("verifier_policy_hash"));
  }
  return d;
}

}  // namespace arborist::question
