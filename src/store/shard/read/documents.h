// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "store/shard/views.h"

namespace arborist::sqlite {
class Database;
class Statement;
}  // namespace arborist::sqlite

namespace arborist::store {

// The documents of a shard, by root: one of them with all its locations, and lists of roots.
//
// Got from ShardReader::documents(), which owns it: it reads the reader's snapshot, belongs to the
// reader's thread and ends with it. What a lookup does not find is no error. kCorrupt: a row is
// damaged; kEnvironment: the store could not be read.
class Documents {
 public:
  ~Documents();

  Result<std::optional<DocumentView>> Find(const DocumentRoot& root);
  // Roots whose hex starts so, at most limit of them, in order.
  Result<std::vector<DocumentRoot>> FindByPrefix(std::string_view hex_prefix, std::size_t limit);

  // The next documents in root order behind `after`, current or not, at most limit; for merging
  // shards.
  Result<std::vector<DocumentView>> After(const std::optional<DocumentRoot>& after,
                                          std::size_t limit);
  // The same without what stands in them; for finding what shards share.
  Result<std::vector<DocumentRoot>> RootsAfter(const std::optional<DocumentRoot>& after,
                                               std::size_t limit);

  // Of current surfaces, or of current compressions by one distiller at one depth; in the order in
  // which they stand in the store, which is the fastest to read their texts in.
  Result<std::vector<DocumentRoot>> CurrentSurfaceRoots();
  Result<std::vector<DocumentRoot>> CurrentCoreRoots(std::string_view source_type,
                                                     std::int64_t depth);

 private:
  friend class ShardReader;
  struct Statements;

  static Result<std::unique_ptr<Documents>> Open(sqlite::Database* database, ShardReader* shard);
  Documents(sqlite::Database* database, ShardReader* shard, std::unique_ptr<Statements> statements);
  Result<DocumentView> Read(const sqlite::Statement& row);
  Status ReadLocations(std::int64_t doc_id, DocumentView* view);

  sqlite::Database* database_;
  ShardReader* shard_;  // that the views name
  std::unique_ptr<Statements> statements_;
};

}  // namespace arborist::store
