// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/home/home.h"

namespace arborist::store {

// Soft values of a home store, by key: cheaper to keep than to work out, and never identity.
class Notes {
 public:
  explicit Notes(HomeStore* home) : home_(home) {}

  Result<std::optional<std::string>> Get(std::string_view key);
  Status Set(std::string_view key, std::string_view value);

 private:
  HomeStore* home_;
};

}  // namespace arborist::store
