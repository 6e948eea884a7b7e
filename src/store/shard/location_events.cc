// SPDX-License-Identifier: AGPL-3.0-only
// Each location row names its newest event: those of a revision are read by its rows.
#include "store/shard/location_events.h"

#include <utility>

#include "sqlite/database.h"
#include "store/inside.h"

namespace arborist::store {

Status ReadLocationEvents(const TextPlace& text, std::size_t most,
                          const std::function<bool(const StoredEvent&)>& visit) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(text.shard)
                 ->Prepare("SELECT last_event FROM locations WHERE doc_id=?1 AND "
                           "coalesce(revision,0)=?2 ORDER BY last_event LIMIT ?3"));
  select.Bind(1, std::to_underlying(text.doc_id))
      .Bind(2, text.revision)
      .Bind(3, static_cast<std::int64_t>(most));
  return select.ForEachRow([&](const sqlite::Statement& row) -> Result<bool> {
    TRY_ASSIGN(const StoredEvent event,
               text.shard->log().EventAt(static_cast<std::uint64_t>(row.Int(0))));
    return visit(event);
  });
}

}  // namespace arborist::store
