// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash256.h"
#include "store/fsck/checked_shard.h"
#include "store/fsck/log.h"

namespace arborist::store {

// What an event says of a location, beside its text.
struct LocationEvent {
  std::uint64_t seq = 0;
  std::int64_t time = 0;
  bool gone = false;
  bool derived = false;
  std::optional<Hash256> links;
  std::optional<Hash256> notes;
  std::optional<Hash256> previous;

  static LocationEvent Of(const StoredEvent& event);
};

// Events that bind no revision are of the first row that a URI has for its document.
enum class RowOfUri : std::uint8_t { kFirst, kLater };

// The events of locations that have had several, but for the newest of each. A location is known by
// subject, URI and revision, for its text was kept (frozen) when a newer event came.
class LocationHistories {
 public:
  void Add(const StoredEvent& event, std::string_view uri);
  // All events of the location whose newest event this is, the oldest first.
  std::vector<LocationEvent> Of(const StoredEvent& newest, std::string_view uri,
                                RowOfUri row) const;

 private:
  std::unordered_map<std::string, std::vector<LocationEvent>> past_;
};

// The salted hashes in the log against the texts and rows they speak of. Notes in `histories` the
// events that rows no longer speak of.
Status CheckLocationTexts(const CheckedShard& shard, const LoggedShard& logged,
                          LocationHistories* histories);

// Each location against its events: document, state, first time, links, edges and derivation; and
// the states of all rows of a URI against each other.
Status CheckLocations(const CheckedShard& shard, const LoggedShard& logged,
                      const LocationHistories& histories);

}  // namespace arborist::store
