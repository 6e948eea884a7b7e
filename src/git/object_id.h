// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash256.h"

namespace arborist::git {

// The SHA-1 by which a repository names an object. It finds an object; what is stored is bound by
// SHA-256.
struct ObjectId {
  std::array<std::uint8_t, 20> bytes{};

  auto operator<=>(const ObjectId&) const = default;
  std::string hex() const { return ToHex(bytes); }

  // Nothing: not 40 lower-case digits.
  static std::optional<ObjectId> FromHexString(std::string_view hex);
};

}  // namespace arborist::git
