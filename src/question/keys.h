// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/hash256.h"
#include "json/value.h"

namespace arborist::question {

// FROZEN keys: docs/format/keys.md.

// sha256 of the canonical JSON of a value; kInvalidArgument for NaN and infinities.
Result<Hash256> HashCanonicalJson(const json::Value& value);

// sha256 of canonical JSON {model_id, quantization, revision}.
Hash256 ModelProfileHash(std::string_view model_id, std::string_view revision,
                         std::string_view quantization);

// sha256 of canonical JSON of the fields of a policy that concern the verifier.
Result<Hash256> VerifierPolicyHash(const json::Value& policy);

// Everything that an answer depended on. Any change gives another key, so an old record cannot be
// served. Kept as the strings that are joined, because foreign dimensions are hashed as given.
struct KeyDimensions {
  std::string source_root;
  std::string question_hash;
  std::string model_profile_hash;
  std::string conversation_hash;
  std::string governance_policy_hash;
  std::string schema_version;
  std::string canonicalization_version;
  std::string chunking_version;
  std::optional<std::string> verifier_policy_hash;  // the optional ninth
};
CacheKey MakeCacheKey(const KeyDimensions& dimensions);

// Names as in docs/format/keys.md; the ninth only if it is present.
json::Object ToJson(const KeyDimensions& dimensions);
Result<KeyDimensions> ReadDimensions(const json::Value& value);

}  // namespace arborist::question
