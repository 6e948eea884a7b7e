// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "store/log/log_view.h"

namespace arborist::store {

// What a log says was erased on purpose, and since when its rows follow today's rules.
class LoggedErasures {
 public:
  void Note(const StoredEvent& event);

  // Whether the texts of this event may be missing.
  bool Covers(const StoredEvent& event) const;
  // Whether a document was burned after this event.
  bool IsBurnedAfter(std::string_view subject, std::uint64_t seq) const;
  // Rows of newer events have exactly the time of their event; those of older ones may have an
  // earlier time, where the clock had gone back.
  bool HasRowTime(std::uint64_t seq, std::int64_t event_time, std::int64_t row_time) const {
    return row_time == event_time || (IsBeforeMigration(seq) && row_time < event_time);
  }
  bool IsBeforeMigration(std::uint64_t seq) const { return seq < migrated_; }

 private:
  std::unordered_map<std::string, std::uint64_t> burned_;  // by subject: its newest burn
  std::unordered_set<std::string> texts_;                  // events named by a text_burn
  std::uint64_t migrated_ = 0;                             // the newest schema_migrated
};

}  // namespace arborist::store
