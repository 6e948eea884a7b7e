// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "retrieve/duplicates.h"
#include "store/home/home.h"
#include "store/home/notes.h"

namespace arborist::app {

// Keeps what search works out in the home store. A home that cannot be written only costs time.
class HomeCache final : public retrieve::SoftCache {
 public:
  explicit HomeCache(store::HomeStore* home) : home_(home) {}  // may be null
  std::optional<std::string> Get(std::string_view key) override {
    if (home_ == nullptr) return std::nullopt;
    auto value = store::Notes(home_).Get(key);
    return value ? std::move(*value) : std::nullopt;
  }
  void Put(std::string_view key, std::string_view value) override {
    if (home_ != nullptr) (void)store::Notes(home_).Set(key, value);
  }

 private:
  store::HomeStore* home_;
};

}  // namespace arborist::app
