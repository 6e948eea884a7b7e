// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "store/home/home.h"

namespace arborist::store {

struct DocumentHits {
  std::int64_t count = 0;
  std::int64_t last = 0;  // Unix seconds
};

// Who was used, and when. A question must not wait for a shard's writer and must move no head
// (decision 16), so uses are noted in the home store; evicting hands them on to the shards.
class Hits {
 public:
  explicit Hits(HomeStore* home) : home_(home) {}

  // One use of each of these now.
  Status Count(std::span<const DocumentRoot> roots);
  Result<DocumentHits> Of(const DocumentRoot& root);
  Result<std::map<DocumentRoot, DocumentHits>> All();
  // These were handed on; what came in between stays.
  Status Forget(const std::map<DocumentRoot, DocumentHits>& told);

 private:
  HomeStore* home_;
};

}  // namespace arborist::store
