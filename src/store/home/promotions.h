// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/home/records.h"
#include "store/shard/shard_reader.h"

namespace arborist::store {

// Answers that were promoted to documents stand at this place, with the hash of their record behind
// it.
inline constexpr std::string_view kPromotionPrefix = "core:providence-v1:";

// The current ones of a shard, by URI. Costs nothing where there are none.
Result<std::vector<std::string>> CurrentPromotions(ShardReader* shard);

// The documents that a record was ever promoted to, current or not.
Result<std::vector<DocumentRoot>> PromotedFrom(ShardReader* shard, const Hash256& record_hash);

// Whether a live record has this hash.
Result<bool> HasLiveRecord(HomeStore* home, const Hash256& record_hash);

}  // namespace arborist::store
