// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace arborist {

using Bytes = std::span<const std::uint8_t>;

inline Bytes AsBytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
inline std::string_view AsText(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string ToHex(Bytes bytes);
// Lower-case digits only: a hash has one spelling, so that equal hashes are equal strings.
Result<std::string> FromHex(std::string_view hex);

// A SHA-256 value. Ordered by its bytes, which is also the order of its hex form.
struct Hash256 {
  std::array<std::uint8_t, 32> bytes{};

  auto operator<=>(const Hash256&) const = default;
  std::string hex() const { return ToHex(bytes); }
  Bytes view() const { return bytes; }
  bool is_zero() const { return *this == Hash256{}; }

  static Result<Hash256> FromHexString(std::string_view hex);
  static Result<Hash256> FromBytes(Bytes bytes);
};

// A hash with a meaning: two of different tags do not mix.
template <typename Tag>
struct Tagged : Hash256 {
  Tagged() = default;
  explicit Tagged(const Hash256& hash) : Hash256(hash) {}
};

using DocumentRoot = Tagged<struct DocumentRootTag>;
using LeafHash = Tagged<struct LeafHashTag>;
using EventHash = Tagged<struct EventHashTag>;
using SourceHash = Tagged<struct SourceHashTag>;
using TextHash = Tagged<struct TextHashTag>;  // of a raw text, white space and all
using QuestionHash = Tagged<struct QuestionHashTag>;
using CacheKey = Tagged<struct CacheKeyTag>;

}  // namespace arborist

template <>
struct std::hash<arborist::Hash256> {
  std::size_t operator()(const arborist::Hash256& key) const noexcept {
    std::size_t value;  // the bytes are uniform already
    std::memcpy(&value, key.bytes.data(), sizeof value);
    return value;
  }
};
template <typename Tag>
struct std::hash<arborist::Tagged<Tag>> : std::hash<arborist::Hash256> {};
