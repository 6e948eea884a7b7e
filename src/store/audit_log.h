// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/event.h"
#include "base/clock.h"
#include "sqlite/database.h"

namespace arborist::store {

// A text that an event may hold only as a salted hash.
struct PrivateText {
  std::string name;
  std::string text;
  // Set: the text is LocationText of this row, and is not stored a second time.
  std::optional<std::int64_t> location_id;
};

struct NewEvent {
  std::string_view type;
  std::string subject;
  std::map<std::string, Hash256> hashes;
  std::vector<PrivateText> texts;
};

// The writing end of a store's log: the one place that inserts into audit_events. Append runs in
// the caller's transaction, so that a change and its event commit together.
class AuditLog {
 public:
  // Starts the log (event 0 fixes its random id) when the store is new. Inside a transaction.
  static Result<AuditLog> Open(sqlite::Database* database, const Clock* clock, Random* random,
                               std::string_view actor);

  Status Append(const NewEvent& event);

  // After a rollback: forget what was appended and read the head again.
  Status Reload();

  std::uint64_t size() const { return size_; }
  const EventHash& head() const { return head_; }
  const Hash256& log() const { return log_; }

 private:
  AuditLog(sqlite::Database* database, const Clock* clock, Random* random, std::string_view actor);
  Result<std::int64_t> NameId(std::string_view name);

  sqlite::Database* database_;
  const Clock* clock_;
  Random* random_;
  std::string actor_;
  std::map<std::string, std::int64_t, std::less<>> names_;
  Hash256 log_;
  std::uint64_t size_ = 0;
  std::int64_t last_time_ = 0;
  EventHash head_;
  std::optional<sqlite::Statement> insert_event_;
  std::optional<sqlite::Statement> insert_text_;
};

struct StoredEvent {
  audit::EventBody body;
  EventHash hash;
};

// Reads events in order from the given number on. The callback returns false to stop.
Status ReadEvents(sqlite::Database* database, std::uint64_t from,
                  const std::function<bool(const StoredEvent&)>& visit);

// The hashes of events from <= seq < to, without a look at their bodies: the leaves of the log's
// tree. Refuses a log in which one of them is missing.
Status ReadEventHashes(sqlite::Database* database, std::uint64_t from, std::uint64_t to,
                       const std::function<void(const EventHash&)>& visit);

struct LogHead {
  Hash256 log;
  std::uint64_t size = 0;
  EventHash head;
};
Result<LogHead> ReadHead(sqlite::Database* database);

}  // namespace arborist::store
