// SPDX-License-Identifier: AGPL-3.0-only
#include "bundle/fields.h"

#include <string>

namespace arborist::bundle {

Result<std::uint64_t> CountField(const json::Value& value, std::string_view name) {
  TRY_ASSIGN(const std::int64_t number, value.Int(name));
  if (number < 0) {
    return Fail(ErrorCode::kInvalidData, "field " + std::string(name) + " must not be negative");
  }
  return static_cast<std::uint64_t>(number);
}

Result<Hash256> ReadHash(const json::Value& value, std::string_view name) {
  TRY_ASSIGN(const std::string hex, value.String(name));
  auto hash = Hash256::FromHexString(hex);
  if (!hash) return std::unexpected(std::move(hash).error().In(name));
  return hash;
}

Result<std::vector<Hash256>> ReadHashes(const json::Value& value, std::string_view name) {
  TRY_ASSIGN(const json::Array* list, value.List(name));
  std::vector<Hash256> hashes;
  for (const json::Value& entry : *list) {
    if (!entry.is_string()) {
      return Fail(ErrorCode::kInvalidData,
                  "field " + std::string(name) + " must be a list of hashes");
    }
    auto hash = Hash256::FromHexString(entry.as_string());
    if (!hash) return std::unexpected(std::move(hash).error().In(name));
    hashes.push_back(*hash);
  }
  return hashes;
}

}  // namespace arborist::bundle
