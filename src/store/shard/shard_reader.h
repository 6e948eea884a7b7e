// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "index/reader.h"
#include "sqlite/database.h"
#include "store/layout.h"
#include "store/log/log_view.h"
#include "store/shard/read/derivations.h"
#include "store/shard/read/documents.h"
#include "store/shard/read/links.h"
#include "store/shard/read/locations.h"
#include "store/shard/read/readings.h"
#include "store/shard/read/room.h"
#include "store/shard/read/texts.h"
#include "store/shard/views.h"

namespace arborist::store {

class Fts5Reader;

struct ShardCounts {
  std::int64_t documents = 0;
  std::int64_t current_documents = 0;
  std::int64_t cores = 0;  // of the current documents
  std::int64_t locations = 0;
  std::int64_t aliases = 0;
  std::int64_t chunks = 0;
  std::int64_t links = 0;
  std::int64_t text_bytes = 0;
  std::int64_t warm_documents = 0;
  std::int64_t cold_documents = 0;
  std::int64_t events = 0;
  std::int64_t file_bytes = 0;
};

// The reading end of one shard: it owns the connection, and the classes by which the shard is read,
// one for each concept. Any number of them, beside one writer; each belongs to one thread at a
// time, with all that was got from it. Reads see one moment between Renew() calls.
class ShardReader {
 public:
  // Opens a shard. If its schema is older, a ShardWriter migrates it first, which waits for the
  // lock of any other writer. kNotFound: there is no shard. kUnsupported: a newer schema, or an
  // index by another rule for terms.
  static Result<std::unique_ptr<ShardReader>> Open(const ShardAddress& shard);
  ~ShardReader();

  // Starts reading the newest state. Open does it once. What was worked out from the last one is
  // kept while nothing has changed.
  Status Renew();
  // Ends reading until the next Renew: whoever waits must not keep the log of the file in use.
  void Release();

  Documents& documents() { return *documents_; }
  Locations& locations() { return *locations_; }
  Links& links() { return links_; }
  Readings& readings() { return readings_; }
  Texts& texts() { return *texts_; }
  Derivations& derivations() { return *derivations_; }
  Room& room() { return *room_; }

  // What a search asks. Its rows are chunks and locations of this shard.
  index::Reader& index();

  // kNewestContentDate, if any source told a date.
  Result<std::optional<std::string>> NewestContentDate();
  Result<ShardCounts> Counts();
  std::int64_t StoredBytes() const;  // what the shard takes on its disk now
  Result<LogHead> Head() const { return log_->Head(); }

  const ShardAddress& address() const { return address_; }
  std::string name() const { return address_.name(); }
  const LogView& log() const { return *log_; }

 private:
  friend struct Inside;  // inside.h
  ShardReader(ShardAddress address, sqlite::Database database);

  ShardAddress address_;
  sqlite::Database database_;
  std::unique_ptr<LogView> log_;
  std::unique_ptr<Documents> documents_;
  std::unique_ptr<Locations> locations_;
  Links links_;
  Readings readings_;
  std::unique_ptr<Texts> texts_;
  std::unique_ptr<Derivations> derivations_;
  std::unique_ptr<Fts5Reader> index_;
  std::unique_ptr<Room> room_;
  std::optional<std::int64_t> version_;  // SQLite's data_version of this snapshot, once it was read
};

}  // namespace arborist::store
