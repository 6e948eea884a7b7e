// SPDX-License-Identifier: AGPL-3.0-only
#include "json/fields.h"

#include <string>

namespace arborist::json {

Result<std::uint64_t> CountField(const Value& value, std::string_view name) {
  TRY_ASSIGN(const std::int64_t number, value.Int(name));
  if (number < 0) {
    return Fail(ErrorCode::kInvalidData, "field " + std::string(name) + " must not be negative");
  }
  return static_cast<std::uint64_t>(number);
}

Result<Hash256> HashField(const Value& value, std::string_view name) {
  TRY_ASSIGN(const std::string hex, value.String(name));
  auto hash = Hash256::FromHexString(hex);
  if (!hash) return std::unexpected(std::move(hash).error().In("field " + std::string(name)));
  return hash;
}

Result<std::vector<Hash256>> HashesField(const Value& value, std::string_view name) {
  TRY_ASSIGN(const Array* list, value.List(name));
  std::vector<Hash256> hashes;
  for (const Value& entry : *list) {
    if (!entry.is_string()) {
      return Fail(ErrorCode::kInvalidData,
                  "field " + std::string(name) + " must be a list of hashes");
    }
    auto hash = Hash256::FromHexString(entry.as_string());
    if (!hash) return std::unexpected(std::move(hash).error().In("field " + std::string(name)));
    hashes.push_back(*hash);
  }
  return hashes;
}

Value MemberOr(const Value& value, std::string_view name, const Value& fallback) {
  const Value* const found = value.Find(name);
  return found != nullptr ? *found : fallback;
}

}  // namespace arborist::json
