// SPDX-License-Identifier: AGPL-3.0-only
#include "store/audit_log.h"

#include <algorithm>

#include "base/check.h"

namespace arborist::store {

namespace {

// name length, name, 32 bytes; names in order.
std::string EncodeHashes(const std::map<std::string, Hash256>& hashes) {
  std::string blob;
  for (const auto& [name, hash] : hashes) {
    CHECK(name.size() < 256);
    blob.push_back(static_cast<char>(name.size()));
    blob += name;
    blob += AsText(hash.view());
  }
  return blob;
}

Result<std::map<std::string, Hash256>> DecodeHashes(std::string_view blob) {
  std::map<std::string, Hash256> hashes;
  while (!blob.empty()) {
    const auto length = static_cast<std::uint8_t>(blob[0]);
    if (blob.size() < 1u + length + 32) return Fail(ErrorCode::kCorrupt, "damaged hashes of an event");
    TRY_ASSIGN(const Hash256 hash, Hash256::FromBytes(AsBytes(blob.substr(1 + length, 32))));
    hashes.emplace(blob.substr(1, length), hash);
    blob.remove_prefix(1u + length + 32);
  }
  return hashes;
}

// A subject that is a hash is stored as its bytes, all others as text.
std::string EncodeSubject(std::string_view subject) {
  if (const auto hash = Hash256::FromHexString(subject)) return "h" + std::string(AsText(hash->view()));
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
  TRY_ASSIGN(const std::int64_t events, database->QueryInt("SELECT count(*) FROM (SELECT 1 FROM audit_events LIMIT 1)"));
  TRY_ASSIGN(log.insert_event_,
             database->Prepare("INSERT INTO audit_events(seq,type,time,subject,actor_id,hashes,event_hash) "
                               "VALUES(?1,?2,?3,?4,?5,?6,?7)"));
  TRY_ASSIGN(log.insert_text_,
             database->Prepare("INSERT INTO audit_texts(seq,name,salt,location_id,text) VALUES(?1,?2,?3,?4,?5)"));
  TRY_ASSIGN(sqlite::Statement add_actor,
             database->Prepare("INSERT INTO audit_actors(name) VALUES(?1) ON CONFLICT DO NOTHING"));
  TRY(add_actor.BindText(1, actor).Run());
  TRY_ASSIGN(sqlite::Statement find_actor, database->Prepare("SELECT actor_id FROM audit_actors WHERE name=?1"));
  find_actor.BindText(1, actor);
  TRY_ASSIGN(const bool found, find_actor.Step());
  CHECK(found);
  log.actor_id_ = find_actor.Int(0);
  find_actor.Reset();
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
  TRY_ASSIGN(last_time_, database_->QueryInt("SELECT coalesce(max(time),0) FROM audit_events WHERE seq=" +
                                             std::to_string(size_ == 0 ? 0 : size_ - 1)));
  return {};
}

Status AuditLog::Append(const NewEvent& event) {
  audit::EventBody body{.log = log_,
                        .seq = size_,
                        .type = std::string(event.type),
                        .time = std::max(clock_->NowSeconds(), last_time_),
                        .subject = event.subject,
                        .actor = actor_,
                        .hashes = event.hashes};
  std::vector<std::string> salts;
  for (const PrivateText& text : event.texts) {
    salts.push_back(random_->Bytes(audit::kSaltBytes));
    body.hashes.emplace(text.name, audit::SaltedHash(salts.back(), text.text));
  }
  const EventHash hash = audit::HashEvent(head_, body);
  const std::string subject = EncodeSubject(body.subject);
  const std::string hashes = EncodeHashes(body.hashes);
  TRY(insert_event_->Bind(1, static_cast<std::int64_t>(body.seq))
          .BindText(2, body.type)
          .Bind(3, body.time)
          .BindBlob(4, subject)
          .Bind(5, actor_id_)
          .BindBlob(6, hashes)
          .BindHash(7, hash)
          .Run());
  for (std::size_t i = 0; i < event.texts.size(); ++i) {
    const PrivateText& text = event.texts[i];
    insert_text_->Bind(1, static_cast<std::int64_t>(body.seq)).BindText(2, text.name).BindBlob(3, salts[i]);
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

Status ReadEvents(sqlite::Database* database, std::uint64_t from,
                  const std::function<bool(const StoredEvent&)>& visit) {
  TRY_ASSIGN(const Hash256 log, ReadLogId(database));
  TRY_ASSIGN(sqlite::Statement select,
             database->Prepare("SELECT e.seq, e.type, e.time, e.subject, a.name, e.hashes, e.event_hash "
                               "FROM audit_events e LEFT JOIN audit_actors a USING(actor_id) "
                               "WHERE e.seq>=?1 ORDER BY e.seq"));
  select.Bind(1, static_cast<std::int64_t>(from));
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return {};
    const std::string place = "event " + std::to_string(select.Int(0));
    StoredEvent event;
    event.body.log = log;
    event.body.seq = static_cast<std::uint64_t>(select.Int(0));
    event.body.type = select.Text(1);
    event.body.time = select.Int(2);
    auto subject = DecodeSubject(select.Blob(3));
    if (!subject) return std::unexpected(std::move(subject).error().In(place));
    event.body.subject = std::move(*subject);
    event.body.actor = select.Text(4);
    auto hashes = DecodeHashes(select.Blob(5));
    if (!hashes) return std::unexpected(std::move(hashes).error().In(place));
    event.body.hashes = std::move(*hashes);
    auto hash = select.Hash(6);
    if (!hash) return std::unexpected(std::move(hash).error().In(place));
    event.hash = EventHash(*hash);
    if (!visit(event)) return {};
  }
}

Result<LogHead> ReadHead(sqlite::Database* database) {
  LogHead head;
  TRY_ASSIGN(head.log, ReadLogId(database));
  TRY_ASSIGN(sqlite::Statement select,
             database->Prepare("SELECT seq, event_hash FROM audit_events ORDER BY seq DESC LIMIT 1"));
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return Fail(ErrorCode::kCorrupt, "the log has no events");
  head.size = static_cast<std::uint64_t>(select.Int(0)) + 1;
  TRY_ASSIGN(const Hash256 hash, select.Hash(1));
  head.head = EventHash(hash);
  return head;
}

}  // namespace arborist::store
