// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash256.h"
#include "base/result.h"
#include "store/shard/tier.h"

namespace arborist::sqlite {
class Database;
}  // namespace arborist::sqlite

namespace arborist::index {
class Reader;
}  // namespace arborist::index

namespace arborist::store {

// What a surface takes in its shard, and how it was used.
struct RoomRow {
  DocumentRoot root;
  Tier tier = Tier::kHot;
  bool current = false;
  std::int64_t last_use = 0;  // the newer of the last hit and the ingest
  std::int64_t hits = 0;
  std::uint64_t text_bytes = 0;   // as stored; 0 when evicted
  std::uint64_t index_bytes = 0;  // about: its share of the index by terms
};

// A revision whose text was dropped.
struct EvictedText {
  DocumentRoot root;
  TextHash text_hash;
  bool wanted = false;  // a current location has this revision, or the document has none
};

// What takes room in a shard, and what was evicted from it.
//
// Got from ShardReader::room(), which owns it: it reads the reader's snapshot, belongs to the
// reader's thread and ends with it. Each call goes through the whole shard. kCorrupt: a row is
// damaged; kEnvironment: the store could not be read.
class Room {
 public:
  Result<std::vector<RoomRow>> Rows();              // every surface, in no order
  Result<std::uint64_t> BytesInUse();               // what the shard takes when it is compact
  Result<std::vector<EvictedText>> EvictedTexts();  // in the order of their roots
  Result<std::int64_t> ColdDocuments();             // that no search finds by their text

 private:
  friend class ShardReader;

  Room(sqlite::Database* database, index::Reader* index) : database_(database), index_(index) {}

  sqlite::Database* database_;
  index::Reader* index_;
};

}  // namespace arborist::store
