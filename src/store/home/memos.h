// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash256.h"
#include "base/result.h"
#include "store/home/home.h"

namespace arborist::store {

// Which key a request led to while the corpus is unchanged, so that the same request needs no
// search. Soft: a memo that is lost costs time.
class Memos {
 public:
  explicit Memos(HomeStore* home) : home_(home) {}

  struct Memo {
    CacheKey cache_key;
    std::string lookup_path;
  };
  // By the sha256 of the request.
  Result<std::optional<Memo>> Find(const Hash256& memo);
  // request: canonical JSON of what was asked. Memos of other states of the corpus are dropped.
  Status Put(std::string_view request, const Memo& value, const Hash256& corpus_state);

  // A memo as it is kept, for a check; a hash that is none is not there.
  struct Kept {
    std::optional<Hash256> memo;
    std::optional<CacheKey> cache_key;
    std::string lookup_path;
    std::string corpus_state;  // in hex
    std::string request;
  };
  Status ForEach(const std::function<void(const Kept&)>& visit);

 private:
  HomeStore* home_;
};

// By what name a model answered last, for each endpoint and name that it was asked under; empty
// before its first answer. Part of the key of an answer.
class ModelRevisions {
 public:
  explicit ModelRevisions(HomeStore* home) : home_(home) {}

  Result<std::string> Of(std::string_view endpoint, std::string_view model_id);
  Status Set(std::string_view endpoint, std::string_view model_id, std::string_view revision);

 private:
  HomeStore* home_;
};

}  // namespace arborist::store
