// SPDX-License-Identifier: AGPL-3.0-only
// Names (types, actors, names of hashes) have numbers (audit_names), and an event's hashes are one
// blob of 33 bytes each: number of the name, hash. Append hashes the event's canonical form
// (audit/event.h) over the hash of the event before. The event has salted hashes of its private
// texts; the texts and their salts are rows of audit_texts, which can be erased.
#include "store/log/audit_log.h"

#include <algorithm>

#include "base/check.h"
#include "base/utc_time.h"

namespace arborist::store {

namespace {

using Names = std::map<std::int64_t, std::string>;

Result<Names> ReadNames(sqlite::Database* database) {
  TRY_ASSIGN(sqlite::Statement select, database->Prepare("SELECT name_id, name FROM audit_names"));
  Names names;
  TRY(select.ForEachRow(
      [&](const sqlite::Statement& row) { names.emplace(row.Int(0), row.Text(1)); }));
  return names;
}

Result<std::string> NameOf(const Names& names, std::int64_t id) {
  const auto it = names.find(id);
  if (it == names.end())
    return Fail(ErrorCode::kCorrupt, "name " + std::to_string(id) + " of the log is missing");
  return it->second;
}

Result<std::map<std::string, Hash256>> DecodeHashes(const Names& names, std::string_view blob) {
  if (blob.size() % 33 != 0) return Fail(ErrorCode::kCorrupt, "damaged hashes of an event");
  std::map<std::string, Hash256> hashes;
  for (; !blob.empty(); blob.remove_prefix(33)) {
    TRY_ASSIGN(std::string name, NameOf(names, static_cast<std::uint8_t>(blob[0])));
    TRY_ASSIGN(const Hash256 hash, Hash256::FromBytes(AsBytes(blob.substr(1, 32))));
    hashes.emplace(std::move(name), hash);
  }
  return hashes;
}

// A subject that is a hash is stored as its bytes, all others as text.
std::string EncodeSubject(std::string_view subject) {
  if (const auto hash = Hash256::FromHexString(subject))
    return "h" + std::string(AsText(hash->view()));
  return "t" + std::string(subject);
}

Result<std::string> DecodeSubject(std::string_view blob) {
  if (blob.starts_with('t')) return std::string(blob.substr(1));
  if (blob.starts_with('h') && blob.size() == 33) return ToHex(AsBytes(blob.substr(1)));
  return Fail(ErrorCode::kCorrupt, "damaged subject of an event");
}

Result<Hash256> ReadLogId(sqlite::Database* database) {
  TRY_ASSIGN(sqlite::Statement select,
             database->Prepare("SELECT value FROM schema_meta WHERE key='log'"));
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return Fail(ErrorCode::kCorrupt, "the log has no id");
  return Hash256::FromHexString(select.Text(0));
}

}  // namespace

AuditLog::AuditLog(sqlite::Database* database, const Clock* clock, Random* random,
                   std::string_view actor)
    : database_(database), clock_(clock), random_(random), actor_(actor) {}

Result<AuditLog> AuditLog::Open(sqlite::Database* database, const Clock* clock, Random* random,
                                std::string_view actor) {
  AuditLog log(database, clock, random, actor);
  TRY_ASSIGN(const std::int64_t events,
             database->QueryInt("SELECT count(*) FROM (SELECT 1 FROM audit_events LIMIT 1)"));
  TRY_ASSIGN(log.insert_event_,
             database->Prepare(
                 "INSERT INTO audit_events(seq,type_id,time,subject,actor_id,hashes,event_hash) "
                 "VALUES(?1,?2,?3,?4,?5,?6,?7)"));
  TRY_ASSIGN(log.insert_text_,
             database->Prepare(
                 "INSERT INTO audit_texts(seq,name,salt,location_id,text) VALUES(?1,?2,?3,?4,?5)"));
  TRY_ASSIGN(const Names names, ReadNames(database));
  for (const auto& [id, name] : names) log.names_.emplace(name, id);
  if (events != 0) {
    TRY(log.Reload());
    return log;
  }
  TRY_ASSIGN(log.log_, Hash256::FromBytes(AsBytes(random->Bytes(32))));
  TRY_ASSIGN(sqlite::Statement keep, database->Prepare("INSERT INTO schema_meta VALUES('log',?1)"));
  const std::string hex = log.log_.hex();
  TRY(keep.BindText(1, hex).Run());
  TRY(log.Append({.type = "log_created", .subject = hex, .hashes = {}, .texts = {}}));
  return log;
}

Status AuditLog::Reload() {
  TRY_ASSIGN(const LogHead head, ReadHead(database_));
  log_ = head.log;
  size_ = head.size;
  head_ = head.head;
  TRY_ASSIGN(last_time_,
             database_->QueryInt("SELECT coalesce(max(time),0) FROM audit_events WHERE seq=" +
                                 std::to_string(size_ == 0 ? 0 : size_ - 1)));
  return {};
}

// The number of a name, given when it is first used.
Result<std::int64_t> AuditLog::NameId(std::string_view name) {
  if (const auto it = names_.find(name); it != names_.end()) return it->second;
  TRY_ASSIGN(sqlite::Statement insert,
             database_->Prepare("INSERT INTO audit_names(name) VALUES(?1)"));
  TRY(insert.BindText(1, name).Run());
  const std::int64_t id = database_->last_insert_rowid();
  names_.emplace(name, id);
  return id;
}

std::int64_t AuditLog::Now() const {
  return moment_ ? *moment_ : std::max(clock_->NowSeconds(), last_time_);
}

Status AuditLog::CheckClock(std::int64_t time) const {
  if (size_ > 0 && time == last_time_) return {};  // an older program may have dated it so
  if (time < kEndOfTimes && (size_ == 0 || time - last_time_ <= kMaxStepSeconds)) return {};
  return Refuse(
      "clock_ahead",
      "the clock says " + FormatUtc(time) + " UTC" +
          (size_ == 0 ? "" : ", the newest event is of " + FormatUtc(last_time_) + " UTC") +
          "; events are never dated back, so nothing was written: set the clock first",
      ErrorCode::kEnvironment);
}

Status AuditLog::Append(const NewEvent& event) {
  audit::EventBody body{.log = log_,
                        .seq = size_,
                        .type = std::string(event.type),
                        .time = Now(),
                        .subject = event.subject,
                        .actor = actor_,
                        .hashes = event.hashes};
  TRY(CheckClock(body.time));
  std::vector<std::string> salts;
  for (const PrivateText& text : event.texts) {
    salts.push_back(random_->Bytes(audit::kSaltBytes));
    body.hashes.emplace(text.name, audit::SaltedHash(salts.back(), text.text));
  }
  const EventHash hash = audit::HashEvent(head_, body);
  const std::string subject = EncodeSubject(body.subject);
  TRY_ASSIGN(const std::int64_t type_id, NameId(body.type));
  TRY_ASSIGN(const std::int64_t actor_id, NameId(actor_));
  std::string hashes;
  for (const auto& [name, value] : body.hashes) {
    TRY_ASSIGN(const std::int64_t name_id, NameId(name));
    hashes.push_back(static_cast<char>(name_id));
    hashes += AsText(value.view());
  }
  TRY(insert_event_->Bind(1, static_cast<std::int64_t>(body.seq))
          .Bind(2, type_id)
          .Bind(3, body.time)
          .BindBlob(4, subject)
          .Bind(5, actor_id)
          .BindBlob(6, hashes)
          .BindHash(7, hash)
          .Run());
  for (std::size_t i = 0; i < event.texts.size(); ++i) {
    const PrivateText& text = event.texts[i];
    insert_text_->Bind(1, static_cast<std::int64_t>(body.seq))
        .BindText(2, text.name)
        .BindBlob(3, salts[i]);
    if (text.location_id) {
      insert_text_->Bind(4, *text.location_id).BindNull(5);
    } else {
      insert_text_->BindNull(4).BindText(5, text.text);
    }
    TRY(insert_text_->Run());
  }
  ++size_;
  last_time_ = body.time;
  head_ = hash;
  return {};
}

namespace {
Result<StoredEvent> ReadEvent(const sqlite::Statement& row, const Names& names) {
  StoredEvent event;
  event.body.seq = static_cast<std::uint64_t>(row.Int(0));
  TRY_ASSIGN(event.body.type, NameOf(names, row.Int(1)));
  event.body.time = row.Int(2);
  TRY_ASSIGN(event.body.subject, DecodeSubject(row.Blob(3)));
  TRY_ASSIGN(event.body.actor, NameOf(names, row.Int(4)));
  TRY_ASSIGN(event.body.hashes, DecodeHashes(names, row.Blob(5)));
  TRY_ASSIGN(const Hash256 hash, row.Hash(6));
  event.hash = EventHash(hash);
  return event;
}
}  // namespace

namespace {
// The number of an event as SQLite has it. No event has a larger one.
std::int64_t RowOf(std::uint64_t seq) {
  return static_cast<std::int64_t>(std::min<std::uint64_t>(seq, INT64_MAX));
}
}  // namespace

Status ReadEvents(sqlite::Database* database, std::uint64_t from, std::uint64_t to,
                  const std::function<bool(const StoredEvent&)>& visit) {
  TRY_ASSIGN(const Hash256 log, ReadLogId(database));
  TRY_ASSIGN(const Names names, ReadNames(database));
  TRY_ASSIGN(sqlite::Statement select,
             database->Prepare("SELECT seq, type_id, time, subject, actor_id, hashes, event_hash "
                               "FROM audit_events WHERE seq BETWEEN ?1 AND ?2 ORDER BY seq"));
  select.Bind(1, RowOf(from)).Bind(2, to == 0 ? -1 : RowOf(to - 1));
  return select.ForEachRow([&](const sqlite::Statement& row) -> Result<bool> {
    auto event = ReadEvent(row, names);
    if (!event)
      return std::unexpected(std::move(event).error().In("event " + std::to_string(row.Int(0))));
    event->body.log = log;
    return visit(*event);
  });
}

Status ReadEventHashes(sqlite::Database* database, std::uint64_t from, std::uint64_t to,
                       const std::function<void(const EventHash&)>& visit) {
  TRY_ASSIGN(sqlite::Statement select,
             database->Prepare("SELECT seq, event_hash FROM audit_events WHERE seq>=?1 AND seq<?2 "
                               "ORDER BY seq"));
  select.Bind(1, static_cast<std::int64_t>(from)).Bind(2, static_cast<std::int64_t>(to));
  for (std::uint64_t seq = from; seq < to; ++seq) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row || select.Int(0) != static_cast<std::int64_t>(seq))
      return Fail(ErrorCode::kCorrupt, "event " + std::to_string(seq) + " is missing");
    TRY_ASSIGN(const Hash256 hash, select.Hash(1));
    visit(EventHash(hash));
  }
  return {};
}

Result<LogHead> ReadHead(sqlite::Database* database) {
  LogHead head;
  TRY_ASSIGN(head.log, ReadLogId(database));
  TRY_ASSIGN(
      sqlite::Statement select,
      database->Prepare("SELECT seq, event_hash FROM audit_events ORDER BY seq DESC LIMIT 1"));
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return Fail(ErrorCode::kCorrupt, "the log has no events");
  head.size = static_cast<std::uint64_t>(select.Int(0)) + 1;
  TRY_ASSIGN(const Hash256 hash, select.Hash(1));
  head.head = EventHash(hash);
  return head;
}

}  // namespace arborist::store
