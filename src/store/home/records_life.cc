// SPDX-License-Identifier: AGPL-3.0-only
// How a record comes, changes and goes: each with its event, in one transaction.
#include <set>
#include <utility>

#include "crypto/sha256.h"
#include "sqlite/database.h"
#include "store/home/notes.h"
#include "store/home/records.h"
#include "store/inside.h"
#include "store/log/audit_log.h"
#include "store/log/burned.h"
#include "store/log/erase.h"

namespace arborist::store {

namespace {

// Why a record is stale or live again of itself. Wording; the state is in the event's type.
constexpr std::string_view kDrift = "a source of this answer is no longer current";
constexpr std::string_view kBack = "every source of this answer is current again";

// In the home store's meta: the corpus whose changes the records have seen.
constexpr std::string_view kSeenState = "records.corpus_state";

std::string TypeOf(RecordState to) { return "falsify_" + std::string(Name(to)); }

bool IsDecline(const audit::EventBody& body) {
  return body.type == Records::kRejected || body.type == Records::kUnanswered;
}

std::unexpected<Error> HasChildren(const CacheKey& key, std::size_t others,
                                   std::size_t falsifications) {
  std::string what;
  if (others > 0) what = std::to_string(others) + " other records under this key";
  if (falsifications > 0) {
    what += (what.empty() ? "" : " and ") + std::to_string(falsifications) +
            (falsifications == 1 ? " falsification" : " falsifications");
  }
  return Fail(ErrorCode::kConflict, "record " + key.hex() + " has " + what +
                                        " that would go with it; --force burns them too");
}

}  // namespace

Status Records::InsertRow(Record* record, const std::vector<DocumentRoot>& sources) {
  TRY_ASSIGN(
      sqlite::Statement insert,
      database_->Prepare(
          "INSERT INTO records(cache_key,state,drifted,revision,record_hash,run_dag_root,"
          "answer_hash,question_hash,audit_mode,rung,method,chain,created_at,event_seq,body) "
          "VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15)"));
  TRY(insert.BindHash(1, record->cache_key)
          .BindText(2, Name(record->state))
          .Bind(3, record->drifted ? 1 : 0)
          .Bind(4, record->revision)
          .BindHash(5, record->record_hash)
          .BindHash(6, record->run_dag_root)
          .BindHash(7, record->answer_hash)
          .BindHash(8, record->question_hash)
          .BindText(9, record->audit_mode)
          .BindText(10, record->rung)
          .BindText(11, record->method)
          .BindText(12, record->chain)
          .Bind(13, record->created_at)
          .Bind(14, static_cast<std::int64_t>(record->event_seq))
          .BindText(15, record->body)
          .Run());
  record->record_id = database_->last_insert_rowid();
  TRY_ASSIGN(sqlite::Statement source,
             database_->Prepare("INSERT OR IGNORE INTO record_sources VALUES(?1,?2)"));
  for (const DocumentRoot& root : sources) {
    TRY(source.BindHash(1, root).Bind(2, record->record_id).Run());
  }
  return {};
}

Result<Records::Inserted> Records::Insert(Record record, const std::vector<DocumentRoot>& sources,
                                          const std::optional<Hash256>& corpus_state) {
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database_));
  TRY_ASSIGN(std::vector<Record> others, WithKey(record.cache_key));
  Inserted result;
  if (!IsRefuted(record.state)) record.state = RecordState::kLive;
  result.falsified_before = IsRefuted(record.state);
  for (Record& other : others) {
    if (other.state != RecordState::kLive) continue;
    result.record = std::move(other);
    result.falsified_before = false;
    return result;
  }
  Record* kept = nullptr;
  for (Record& other : others) {
    if (!IsRefuted(other.state) || other.answer_hash != record.answer_hash) continue;
    record.state = other.state;
    result.falsified_before = true;
    if (other.record_hash == record.record_hash) kept = &other;
  }
  if (kept != nullptr) {
    result.record = std::move(*kept);
    return result;
  }
  TRY_ASSIGN(AuditLog log, OpenAuditLog(home_));
  const AuditLog::FixedTime moment(&log);
  record.revision = 1;
  record.created_at = log.Now();
  record.event_seq = log.size();
  TRY(log.Append({.type = record.state == RecordState::kLive ? "providence_insert"
                                                             : "providence_insert_refuted",
                  .subject = record.cache_key.hex(),
                  .hashes = {{"record", record.record_hash},
                             {"run_dag", record.run_dag_root},
                             {"chain", crypto::Sha256(record.chain)}},
                  .texts = {}}));
  TRY(InsertRow(&record, sources));
  // Somebody caught up with a newer corpus while this answer was made: the next one looks again.
  TRY_ASSIGN(const std::optional<std::string> seen, Notes(home_).Get(kSeenState));
  if (corpus_state && seen && *seen != corpus_state->hex()) TRY(Notes(home_).Set(kSeenState, ""));
  TRY(transaction.Commit());
  result.record = std::move(record);
  result.added = true;
  return result;
}

Status Records::Change(const Record& record, RecordState to, const Hash256* corpus_state,
                       std::string_view reason, AuditLog* log) {
  const AuditLog::FixedTime moment(log);
  const std::uint64_t seq = log->size();
  const bool drifted = corpus_state != nullptr && to == RecordState::kStale;
  NewEvent event{.type = {},
                 .subject = record.cache_key.hex(),
                 .hashes = {{"record", record.record_hash}, {"run_dag", record.run_dag_root}},
                 .texts = {{"reason", std::string(reason), std::nullopt}}};
  const std::string type = TypeOf(to);
  event.type = type;
  if (corpus_state != nullptr) event.hashes.emplace("corpus", *corpus_state);
  TRY(log->Append(event));
  TRY_ASSIGN(sqlite::Statement update,
             database_->Prepare("UPDATE records SET state=?2, drifted=?3 WHERE record_id=?1"));
  TRY(update.Bind(1, record.record_id).BindText(2, Name(to)).Bind(3, drifted ? 1 : 0).Run());
  TRY_ASSIGN(sqlite::Statement insert,
             database_->Prepare(
                 "INSERT INTO falsifications(record_id,cache_key,from_state,to_state,reason,actor,"
                 "time,event_seq) VALUES(?1,?2,?3,?4,?5,?6,?7,?8)"));
  return insert.Bind(1, record.record_id)
      .BindHash(2, record.cache_key)
      .BindText(3, Name(record.state))
      .BindText(4, Name(to))
      .BindText(5, reason)
      .BindText(6, home_->actor())
      .Bind(7, log->Now())
      .Bind(8, static_cast<std::int64_t>(seq))
      .Run();
}

Status Records::SetState(std::int64_t record_id, RecordState to, std::string_view reason) {
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database_));
  TRY_ASSIGN(const std::optional<Record> record, Load(record_id));
  if (!record) return Fail(ErrorCode::kNotFound, "the record is gone");
  const std::string key = record->cache_key.hex();
  if (record->state == to) {
    return Fail(ErrorCode::kConflict,
                "record " + key + " is " + std::string(Name(to)) + " already");
  }
  if (to == RecordState::kLive) {
    if (record->drifted) {
      return Fail(ErrorCode::kConflict,
                  "a source of record " + key +
                      " is no longer current; it is live again of itself when that document is");
    }
    TRY_ASSIGN(const std::optional<Record> live, FindLive(record->cache_key));
    if (live) {
      return Fail(ErrorCode::kConflict, "a newer record with the key " + key +
                                            " is live; falsify or burn that one first");
    }
  }
  TRY_ASSIGN(AuditLog log, OpenAuditLog(home_));
  TRY(Change(*record, to, nullptr, reason, &log));
  // The newest word on an answer counts: an older one on an equal record would refute it again.
  const RecordState equals = to == RecordState::kLive ? RecordState::kStale : to;
  TRY_ASSIGN(const std::vector<Record> others, WithKey(record->cache_key));
  for (const Record& other : others) {
    if (other.record_id == record_id || other.state == equals || !IsRefuted(other.state) ||
        other.answer_hash != record->answer_hash) {
      continue;
    }
    TRY(Change(other, equals, nullptr, reason, &log));
  }
  // Whether its sources are current was not watched while it was refuted: the next one looks again.
  if (to == RecordState::kLive) TRY(Notes(home_).Set(kSeenState, ""));
  // What a refuted answer rules out, a memo may not serve.
  TRY(database_->Execute("DELETE FROM lookup_memos"));
  return transaction.Commit();
}

Result<Record> Records::Revise(const Record& old, Record revised,
                               const std::vector<DocumentRoot>& sources) {
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database_));
  TRY_ASSIGN(const std::optional<Record> now, Load(old.record_id));
  if (!now || now->state != RecordState::kLive) {
    return Fail(ErrorCode::kConflict, "record " + old.cache_key.hex() + " is not live any more");
  }
  TRY_ASSIGN(AuditLog log, OpenAuditLog(home_));
  revised.cache_key = old.cache_key;
  revised.state = RecordState::kLive;
  revised.revision = now->revision + 1;
  const AuditLog::FixedTime moment(&log);
  revised.created_at = log.Now();
  revised.event_seq = log.size();
  TRY(log.Append({.type = "providence_reclassify",
                  .subject = revised.cache_key.hex(),
                  .hashes = {{"record", revised.record_hash},
                             {"run_dag", revised.run_dag_root},
                             {"previous_record", now->record_hash},
                             {"previous_run_dag", now->run_dag_root},
                             {"chain", crypto::Sha256(revised.chain)}},
                  .texts = {}}));
  TRY_ASSIGN(sqlite::Statement retire,
             database_->Prepare("UPDATE records SET state='stale', drifted=0 WHERE record_id=?1"));
  TRY(retire.Bind(1, now->record_id).Run());
  TRY(InsertRow(&revised, sources));
  // Somebody may have caught up with a newer corpus than it was judged by: the next one looks
  // again.
  TRY(Notes(home_).Set(kSeenState, ""));
  TRY(transaction.Commit());
  return revised;
}

Result<bool> Records::AllCurrent(const Corpus& corpus, std::int64_t record_id) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT document_root FROM record_sources WHERE record_id=?1"));
  select.Bind(1, record_id);
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return true;
    TRY_ASSIGN(const Hash256 root, select.Hash(0));
    TRY_ASSIGN(const std::optional<CorpusDocument> document, corpus.Find(DocumentRoot(root)));
    if (!document || !document->view.current) return false;
  }
}

Status Records::CatchUp(const Corpus& corpus) {
  TRY_ASSIGN(const Hash256 state, corpus.State());
  TRY_ASSIGN(const std::optional<std::string> seen, Notes(home_).Get(kSeenState));
  if (seen && *seen == state.hex()) return {};
  TRY(home_->CatchUp(corpus.shards()));
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database_));
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT record_id FROM records WHERE state='live' OR "
                                "(state='stale' AND drifted=1) ORDER BY record_id DESC"));
  TRY_ASSIGN(const std::vector<std::int64_t> ids,
             select.CollectRows([](const sqlite::Statement& row) { return row.Int(0); }));
  TRY_ASSIGN(AuditLog log, OpenAuditLog(home_));
  for (const std::int64_t id : ids) {
    TRY_ASSIGN(const bool current, AllCurrent(corpus, id));
    TRY_ASSIGN(const std::optional<Record> record, Load(id));
    if (current == (record->state == RecordState::kLive)) continue;
    if (!current) {
      TRY(Change(*record, RecordState::kStale, &state, kDrift, &log));
      continue;
    }
    TRY_ASSIGN(const std::optional<Record> live, FindLive(record->cache_key));
    if (live) continue;
    TRY(Change(*record, RecordState::kLive, &state, kBack, &log));
  }
  TRY(Notes(home_).Set(kSeenState, state.hex()));
  return transaction.Commit();
}

Status Records::Delete(const Record& record, bool force, AuditLog* log) {
  TRY(log->Append({.type = force ? kRecordBurnForced : kRecordBurn,
                   .subject = record.cache_key.hex(),
                   .hashes = {{"record", record.record_hash}, {"run_dag", record.run_dag_root}},
                   .texts = {}}));
  for (const char* sql : {"DELETE FROM audit_texts WHERE seq IN "
                          "(SELECT event_seq FROM falsifications WHERE record_id=?1)",
                          "DELETE FROM falsifications WHERE record_id=?1",
                          "DELETE FROM record_sources WHERE record_id=?1",
                          "DELETE FROM records WHERE record_id=?1"}) {
    TRY_ASSIGN(sqlite::Statement erase, database_->Prepare(sql));
    TRY(erase.Bind(1, record.record_id).Run());
  }
  TRY_ASSIGN(sqlite::Statement forget,
             database_->Prepare("DELETE FROM lookup_memos WHERE cache_key=?1"));
  return forget.BindHash(1, record.cache_key).Run();
}

Result<EventHash> Records::Decline(std::string_view type, const Hash256& run_dag_root,
                                   std::string_view question, std::string_view reason) {
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database_));
  TRY_ASSIGN(AuditLog log, OpenAuditLog(home_));
  TRY(log.Append({.type = type,
                  .subject = run_dag_root.hex(),
                  .hashes = {{"run_dag", run_dag_root}},
                  .texts = {{"question", std::string(question), std::nullopt},
                            {"reason", std::string(reason), std::nullopt}}}));
  const EventHash head = log.head();
  TRY(transaction.Commit());
  return head;
}

Result<std::optional<std::string>> Records::FindDeclined(std::string_view hex_prefix) {
  std::set<std::string> found;
  TRY(home_->log().ReadEvents(0, kNewestEvent, [&](const StoredEvent& event) {
    if (IsDecline(event.body) && event.body.subject.starts_with(hex_prefix)) {
      found.insert(event.body.subject);
    }
    return true;
  }));
  if (found.size() != 1) return std::nullopt;
  return *found.begin();
}

Result<std::size_t> Records::BurnDeclined(const std::set<Hash256>& run_dag_roots) {
  std::size_t erased = 0;
  {
    TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database_));
    std::vector<std::pair<std::uint64_t, Hash256>> events;
    TRY(home_->log().ReadEvents(0, kNewestEvent, [&](const StoredEvent& event) {
      if (!IsDecline(event.body)) return true;
      const auto root = Hash256::FromHexString(event.body.subject);
      if (root && run_dag_roots.contains(*root)) events.emplace_back(event.body.seq, *root);
      return true;
    }));
    std::set<Hash256> held;
    TRY_ASSIGN(sqlite::Statement erase, database_->Prepare("DELETE FROM audit_texts WHERE seq=?1"));
    for (const auto& [seq, root] : events) {
      TRY(erase.Bind(1, static_cast<std::int64_t>(seq)).Run());
      TRY_ASSIGN(const std::int64_t texts, database_->QueryInt("SELECT changes()"));
      if (texts == 0) continue;
      ++erased;
      held.insert(root);
    }
    TRY_ASSIGN(AuditLog log, OpenAuditLog(home_));
    for (const Hash256& root : held) {
      TRY(log.Append({.type = kQuestionBurn,
                      .subject = root.hex(),
                      .hashes = {{"run_dag", root}},
                      .texts = {}}));
    }
    TRY(transaction.Commit());
  }
  return erased;
}

Result<std::set<Hash256>> Records::DeclinesOf(const QuestionTest& is_same) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT seq, text FROM audit_texts WHERE name='question'"));
  std::set<std::uint64_t> same;
  TRY(select.ForEachRow([&](const sqlite::Statement& row) {
    if (is_same(row.Text(1))) same.insert(static_cast<std::uint64_t>(row.Int(0)));
  }));
  std::set<Hash256> roots;
  for (const std::uint64_t seq : same) {
    TRY_ASSIGN(const StoredEvent event, EventOf(seq));
    if (!IsDecline(event.body)) continue;
    TRY_ASSIGN(const Hash256 root, Hash256::FromHexString(event.body.subject));
    roots.insert(root);
  }
  return roots;
}

Status Records::EraseRemains() { return store::EraseRemains(database_, "providence.db"); }

Status Records::Burn(std::int64_t record_id, bool force) {
  {
    TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database_));
    TRY_ASSIGN(const std::optional<Record> record, Load(record_id));
    if (!record) return Fail(ErrorCode::kNotFound, "the record is gone");
    TRY_ASSIGN(const std::vector<Falsification> children, FalsificationsOf(record_id));
    if (!children.empty() && !force) return HasChildren(record->cache_key, 0, children.size());
    TRY_ASSIGN(AuditLog log, OpenAuditLog(home_));
    TRY(Delete(*record, force, &log));
    TRY(transaction.Commit());
  }
  return EraseRemains();
}

Result<std::size_t> Records::BurnKeys(std::span<const CacheKey> keys, bool force) {
  std::size_t burned = 0;
  {
    TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database_));
    TRY_ASSIGN(AuditLog log, OpenAuditLog(home_));
    for (const CacheKey& key : keys) {
      TRY_ASSIGN(const std::vector<Record> records, WithKey(key));
      std::size_t falsifications = 0;
      for (const Record& record : records) {
        TRY_ASSIGN(const std::vector<Falsification> some, FalsificationsOf(record.record_id));
        falsifications += some.size();
      }
      if (!force && (records.size() > 1 || falsifications > 0)) {
        return HasChildren(key, records.size() - 1, falsifications);
      }
      for (const Record& record : records) TRY(Delete(record, force, &log));
      burned += records.size();
    }
    TRY(transaction.Commit());
  }
  return burned;
}

}  // namespace arborist::store
