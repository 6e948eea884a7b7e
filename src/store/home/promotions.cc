// SPDX-License-Identifier: AGPL-3.0-only
// A promoted answer is a document whose URI is the prefix and the hash of its record: which
// documents these are follows from their URIs, and no table has to say it.
#include "store/home/promotions.h"

#include "sqlite/database.h"
#include "store/inside.h"

namespace arborist::store {

Result<std::vector<std::string>> CurrentPromotions(ShardReader* shard) {
  return shard->locations().CurrentWithPrefix(kPromotionPrefix);
}

Result<std::vector<DocumentRoot>> PromotedFrom(ShardReader* shard, const Hash256& record_hash) {
  return shard->locations().RootsAt(std::string(kPromotionPrefix) + record_hash.hex());
}

Result<bool> HasLiveRecord(HomeStore* home, const Hash256& record_hash) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home)->Prepare(
                 "SELECT EXISTS(SELECT 1 FROM records WHERE record_hash=?1 AND state='live')"));
  TRY_ASSIGN(const bool row, select.BindHash(1, record_hash).Step());
  return row && select.Int(0) != 0;
}

}  // namespace arborist::store
