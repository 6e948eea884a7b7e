// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>

#include "json/value.h"
#include "merkle/tree.h"

namespace arborist::merkle {

// {leaf, leaf_index, siblings:[{hash,is_left}], root}, and leaf_count if given.
json::Value ProofToJson(const Proof& proof, std::optional<std::uint64_t> leaf_count);

struct ParsedProof {
  Proof proof;
  std::optional<std::uint64_t> leaf_count;
};

// Refusals: a field missing or of the wrong type (kInvalidArgument), hex that is not canonical
// (malformed_hash), a negative number, more steps than any tree of 2^63 leaves has.
Result<ParsedProof> ProofFromJson(const json::Value& value);

}  // namespace arborist::merkle
