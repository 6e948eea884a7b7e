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
#include "store/log/log_view.h"

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

// A log's times never decrease, so one event with a time far ahead would date all that follow. A
// clock is refused when it steps more than ten years past the newest event, or past the year 2099.
inline constexpr std::int64_t kMaxStepSeconds = std::int64_t{3653} * 86400;
inline constexpr std::int64_t kEndOfTimes = 4102444800;  // 2100-01-01

// Appended by whoever brings a file to a newer schema; its subject is the schema's number. Rows of
// earlier events were written under the rules of that time.
inline constexpr std::string_view kSchemaMigrated = "schema_migrated";
// The texts of an event were erased; its subject is that event's hash.
inline constexpr std::string_view kTextBurn = "text_burn";

// The writing end of a store's log: the one place that inserts into audit_events. Append runs in
// the caller's transaction, so that a change and its event commit together.
class AuditLog {
 public:
  // Starts the log (event 0 fixes its random id) when the store is new. Inside a transaction.
  static Result<AuditLog> Open(sqlite::Database* database, const Clock* clock, Random* random,
                               std::string_view actor);

  // Refuses (clock_ahead, kEnvironment) a clock more than kMaxStepSeconds ahead of the newest
  // event, or at kEndOfTimes and later; nothing is appended.
  Status Append(const NewEvent& event);

  // The time of the next event: the clock's, or that of the last event where the clock went back.
  std::int64_t Now() const;

  // While one lives, all events have one time, and so have the rows that take Now(): fsck holds the
  // ones against the others. Inside another it changes nothing.
  class FixedTime {
   public:
    explicit FixedTime(AuditLog* log) : log_(log->moment_ ? nullptr : log) {
      if (log_ != nullptr) log_->moment_ = log_->Now();
    }
    ~FixedTime() {
      if (log_ != nullptr) log_->moment_.reset();
    }
    FixedTime(const FixedTime&) = delete;
    FixedTime& operator=(const FixedTime&) = delete;

   private:
    AuditLog* log_;
  };

  // After a rollback: forget what was appended and read the head again.
  Status Reload();

  std::uint64_t size() const { return size_; }
  const EventHash& head() const { return head_; }
  const Hash256& log() const { return log_; }

 private:
  AuditLog(sqlite::Database* database, const Clock* clock, Random* random, std::string_view actor);
  Result<std::int64_t> NameId(std::string_view name);
  Status CheckClock(std::int64_t time) const;

  sqlite::Database* database_;
  const Clock* clock_;
  Random* random_;
  std::string actor_;
  std::map<std::string, std::int64_t, std::less<>> names_;
  Hash256 log_;
  std::uint64_t size_ = 0;
  std::int64_t last_time_ = 0;
  std::optional<std::int64_t> moment_;
  EventHash head_;
  std::optional<sqlite::Statement> insert_event_;
  std::optional<sqlite::Statement> insert_text_;
};

// LogView::ReadEvents, of the log in this database.
Status ReadEvents(sqlite::Database* database, std::uint64_t from, std::uint64_t to,
                  const std::function<bool(const StoredEvent&)>& visit);
inline Status ReadEvents(sqlite::Database* database, std::uint64_t from,
                         const std::function<bool(const StoredEvent&)>& visit) {
  return ReadEvents(database, from, kNewestEvent, visit);
}

// LogView::ReadHashes.
Status ReadEventHashes(sqlite::Database* database, std::uint64_t from, std::uint64_t to,
                       const std::function<void(const EventHash&)>& visit);

// LogView::Head.
Result<LogHead> ReadHead(sqlite::Database* database);

}  // namespace arborist::store
