// SPDX-License-Identifier: AGPL-3.0-only
#include "store/home/promotions.h"

#include "sqlite/database.h"
#include "store/inside.h"
#include "store/shard/read_roots.h"

namespace arborist::store {

Result<std::vector<std::string>> CurrentPromotions(ShardReader* shard) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(shard)->Prepare("SELECT uri FROM locations WHERE state='current' AND "
                                        "uri>=?1 AND uri<?2 ORDER BY uri"));
  std::string end(kPromotionPrefix);
  ++end.back();
  select.BindText(1, kPromotionPrefix).BindText(2, end);
  std::vector<std::string> uris;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return uris;
    uris.emplace_back(select.Text(0));
  }
}

Result<std::vector<DocumentRoot>> PromotedFrom(ShardReader* shard, const Hash256& record_hash) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(shard)->Prepare("SELECT d.document_root FROM locations l JOIN documents d "
                                        "USING(doc_id) WHERE l.uri=?1 AND (l.state='current' OR "
                                        "l.state<>'current') ORDER BY 1"));
  const std::string uri = std::string(kPromotionPrefix) + record_hash.hex();
  select.BindText(1, uri);
  return ReadRoots(&select);
}

Result<bool> HasLiveRecord(HomeStore* home, const Hash256& record_hash) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home)->Prepare(
                 "SELECT EXISTS(SELECT 1 FROM records WHERE record_hash=?1 AND state='live')"));
  TRY_ASSIGN(const bool row, select.BindHash(1, record_hash).Step());
  return row && select.Int(0) != 0;
}

}  // namespace arborist::store
