// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "store/log/audit_log.h"

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

// A row of audit_texts beside the event it belongs to. location: what LocationText says of the
// location that holds the text; nothing where the row names none that is there.
struct KeptTextRow {
  std::uint64_t seq = 0;
  std::string_view name;
  std::string_view salt;
  std::optional<std::string_view> text;
  std::optional<std::int64_t> location_id;
  std::optional<std::string> location;
};

struct TextsCheck {
  sqlite::Database* database = nullptr;
  // Columns seq, name, salt, text, location_id; then, of the location whose newest event this is:
  // uri, title, extraction_version, source_hash.
  std::string_view sql;
  const LoggedErasures* erasures = nullptr;  // nullptr: the log does not hold, nothing is missed
  std::function<void(std::string_view kind, const std::string& subject, std::string detail)>
      problem;
  std::function<void(const StoredEvent& event, const KeptTextRow& row)> visit;  // rows that hold
};

// The salted hashes of a log against the texts kept for them: each text is what was hashed, stands
// where it belongs, and none is missing that was not erased by an event.
Status CheckTexts(const TextsCheck& check);

}  // namespace arborist::store
