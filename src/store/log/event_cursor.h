// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "store/log/audit_log.h"

namespace arborist::store {

// Events by number, asked for in ascending order.
class EventCursor {
 public:
  explicit EventCursor(sqlite::Database* database) : database_(database) {}

  // Nothing: the log has no such event. Valid until the next call.
  Result<const StoredEvent*> At(std::uint64_t seq) {
    while (at_ < page_.size() && page_[at_].body.seq < seq) ++at_;
    if (at_ == page_.size()) {
      page_.clear();
      at_ = 0;
      TRY(ReadEvents(database_, seq, [&](const StoredEvent& next) {
        page_.push_back(next);
        return page_.size() < 4096;
      }));
    }
    return page_.empty() || page_[at_].body.seq != seq ? nullptr : &page_[at_];
  }

 private:
  sqlite::Database* database_;
  std::vector<StoredEvent> page_;
  std::size_t at_ = 0;
};

}  // namespace arborist::store
