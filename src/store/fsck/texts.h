// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "sqlite/database.h"
#include "store/fsck/erasures.h"
#include "store/log/log_view.h"

namespace arborist::store {

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
