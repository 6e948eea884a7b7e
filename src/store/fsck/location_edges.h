// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compress/chunk_codec.h"
#include "store/fsck/checked_shard.h"
#include "store/fsck/erasures.h"
#include "store/fsck/locations.h"

namespace arborist::store {

// What hangs on a location, its links, its edges, the notes of its reader and where a core comes
// from, against the events of that location. Keeps prepared statements for many locations.
class LocationEdges {
 public:
  // Borrows the erasures.
  static Result<LocationEdges> Open(const CheckedShard& shard, const LoggedErasures& erasures);

  struct Location {
    std::int64_t location_id = 0;
    std::string uri;
    bool is_alias = false;
    std::vector<LocationEvent> history;  // its events, the oldest first; at least one
  };
  Status Check(const Location& location);

 private:
  struct Statements {
    sqlite::Statement edges, links, notes, target, derivations;
  };
  LocationEdges(const CheckedShard& shard, const LoggedErasures& erasures, Statements statements);
  Result<bool> LinksHold(std::int64_t location_id, const LocationEvent& newest);
  Result<bool> NotesHold(std::int64_t location_id, const LocationEvent& newest);
  Result<bool> EdgesHold(const Location& location, const LocationEvent& newest);
  Status CheckDerivation(const Location& location);
  Result<std::vector<std::string>> Targets(std::int64_t location_id, std::string_view kind);
  // The roots that the events say were superseded here, but for those burned since; in order.
  std::vector<std::string> Superseded(const Location& location) const;

  CheckedShard shard_;
  const LoggedErasures* erasures_;
  Statements statements_;
  std::unique_ptr<compress::ChunkCodec> codec_ = std::make_unique<compress::ChunkCodec>();
};

}  // namespace arborist::store
