// SPDX-License-Identifier: AGPL-3.0-only
// Reading records. Their life is in records_life.cc.
#include "store/home/records.h"

#include <array>

#include "sqlite/database.h"
#include "store/inside.h"
#include "store/shard/read/rows.h"

namespace arborist::store {

namespace {

constexpr std::array<std::string_view, 4> kStates = {"live", "failed", "stale", "quarantined"};
constexpr std::size_t kMinPrefix = 8;

constexpr std::string_view kSelect =
    "SELECT record_id, cache_key, state, drifted, revision, record_hash, run_dag_root, "
    "answer_hash, question_hash, audit_mode, rung, method, chain, created_at, event_seq, "
    "hit_count, body FROM records ";

Result<Record> ReadRecord(const sqlite::Statement& row) {
  Record record;
  record.record_id = row.Int(0);
  TRY_ASSIGN(const Hash256 key, row.Hash(1));
  record.cache_key = CacheKey(key);
  const auto state = RecordStateFromName(row.Text(2));
  if (!state) return Fail(ErrorCode::kCorrupt, "a record has an unknown state");
  record.state = *state;
  record.drifted = row.Int(3) != 0;
  record.revision = row.Int(4);
  TRY_ASSIGN(record.record_hash, row.Hash(5));
  TRY_ASSIGN(record.run_dag_root, row.Hash(6));
  TRY_ASSIGN(record.answer_hash, row.Hash(7));
  TRY_ASSIGN(const Hash256 question, row.Hash(8));
  record.question_hash = QuestionHash(question);
  record.audit_mode = row.Text(9);
  record.rung = row.Text(10);
  record.method = row.Text(11);
  record.chain = row.Text(12);
  record.created_at = row.Int(13);
  record.event_seq = static_cast<std::uint64_t>(row.Int(14));
  record.hit_count = row.Int(15);
  record.body = row.Text(16);
  return record;
}

Result<Falsification> ReadFalsification(const sqlite::Statement& row) {
  Falsification one;
  one.record_id = row.Int(0);
  TRY_ASSIGN(const Hash256 key, row.Hash(1));
  one.cache_key = CacheKey(key);
  const auto from = RecordStateFromName(row.Text(2));
  const auto to = RecordStateFromName(row.Text(3));
  if (!from || !to) return Fail(ErrorCode::kCorrupt, "a falsification has an unknown state");
  one.from = *from;
  one.to = *to;
  one.reason = row.Text(4);
  one.actor = row.Text(5);
  one.time = row.Int(6);
  one.event_seq = static_cast<std::uint64_t>(row.Int(7));
  return one;
}

}  // namespace

std::string_view Name(RecordState state) { return kStates[static_cast<std::size_t>(state)]; }

std::optional<RecordState> RecordStateFromName(std::string_view name) {
  for (std::size_t i = 0; i < kStates.size(); ++i) {
    if (kStates[i] == name) return static_cast<RecordState>(i);
  }
  return std::nullopt;
}

bool IsRefuted(RecordState state) {
  return state == RecordState::kFailed || state == RecordState::kQuarantined;
}

Records::Records(HomeStore* home) : home_(home), database_(DatabaseOf(home)) {}

Result<std::optional<Record>> Records::FindLive(const CacheKey& key) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare(std::string(kSelect) + "WHERE cache_key=?1 AND state='live'"));
  select.BindHash(1, key);
  return select.FirstRow(ReadRecord);
}

Result<std::optional<Record>> Records::Load(std::int64_t record_id) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare(std::string(kSelect) + "WHERE record_id=?1"));
  select.Bind(1, record_id);
  return select.FirstRow(ReadRecord);
}

Result<std::vector<Record>> Records::WithKey(const CacheKey& key) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare(std::string(kSelect) + "WHERE cache_key=?1 ORDER BY record_id"));
  select.BindHash(1, key);
  return select.CollectRows(ReadRecord);
}

Result<Record> Records::Resolve(std::string_view name) {
  const auto not_found = [&] {
    return Fail(ErrorCode::kNotFound, "no record has the key " + std::string(name) +
                                          "; arborist providence list shows them");
  };
  if (name.size() < kMinPrefix || name.size() > 64 ||
      name.find_first_not_of("0123456789abcdef") != std::string_view::npos) {
    return Fail(ErrorCode::kInvalidArgument, "a key is 8 to 64 digits 0-9 a-f, not " +
                                                 (name.empty() ? "empty" : std::string(name)));
  }
  const auto bound = [&](char fill) {
    std::string hex(name);
    hex.resize(64, fill);
    return Hash256::FromHexString(hex);
  };
  TRY_ASSIGN(const Hash256 low, bound('0'));
  TRY_ASSIGN(const Hash256 high, bound('f'));
  TRY_ASSIGN(sqlite::Statement keys,
             database_->Prepare("SELECT DISTINCT cache_key FROM records WHERE cache_key "
                                "BETWEEN ?1 AND ?2 LIMIT 2"));
  TRY_ASSIGN(const std::vector<Hash256> found,
             keys.BindHash(1, low).BindHash(2, high).CollectRows(
                 [](const sqlite::Statement& row) { return row.Hash(0); }));
  if (found.empty()) return not_found();
  if (found.size() > 1) {
    return Fail(ErrorCode::kAmbiguous, "several records have keys that begin with " +
                                           std::string(name) + "; give more digits");
  }
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare(std::string(kSelect) +
                                "WHERE cache_key=?1 ORDER BY state='live' DESC, record_id DESC"));
  TRY_ASSIGN(std::optional<Record> record, select.BindHash(1, found[0]).FirstRow(ReadRecord));
  if (!record) return not_found();
  return std::move(*record);
}

Status Records::ForEach(const std::function<Result<bool>(const Record&)>& visit,
                        const Filter& filter) {
  std::string where = "WHERE 1";
  if (filter.state) where += " AND state=?1";
  if (!filter.label.empty()) where += " AND audit_mode=?2";
  if (filter.source) {
    where += " AND record_id IN (SELECT record_id FROM record_sources WHERE document_root=?3)";
  }
  if (filter.before > 0) where += " AND record_id<?4";
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare(std::string(kSelect) + where + " ORDER BY record_id DESC"));
  if (filter.state) select.BindText(1, Name(*filter.state));
  if (!filter.label.empty()) select.BindText(2, filter.label);
  if (filter.source) select.BindHash(3, *filter.source);
  if (filter.before > 0) select.Bind(4, filter.before);
  return select.ForEachRow([&](const sqlite::Statement& row) -> Result<bool> {
    TRY_ASSIGN(const Record record, ReadRecord(row));
    return visit(record);
  });
}

Result<std::vector<Falsification>> Records::FalsificationsOf(std::int64_t record_id) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT record_id, cache_key, from_state, to_state, reason, actor, "
                                "time, event_seq FROM falsifications WHERE record_id=?1 "
                                "ORDER BY falsification_id"));
  return select.Bind(1, record_id).CollectRows(ReadFalsification);
}

Result<std::vector<Falsification>> Records::ReasonsOf(const Record& record) {
  TRY_ASSIGN(std::vector<Falsification> reasons, FalsificationsOf(record.record_id));
  if (!reasons.empty() || !IsRefuted(record.state)) return reasons;
  TRY_ASSIGN(const std::vector<Record> others, WithKey(record.cache_key));
  for (const Record& other : others) {
    if (!IsRefuted(other.state) || other.answer_hash != record.answer_hash) continue;
    TRY_ASSIGN(const std::vector<Falsification> said, FalsificationsOf(other.record_id));
    reasons.insert(reasons.end(), said.begin(), said.end());
  }
  return reasons;
}

Result<std::vector<DocumentRoot>> Records::SourcesOf(std::int64_t record_id) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT document_root FROM record_sources WHERE record_id=?1 "
                                "ORDER BY document_root"));
  select.Bind(1, record_id);
  return ReadRoots(&select);
}

Result<std::optional<Records::KeptText>> Records::TextOf(std::uint64_t seq, std::string_view name) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT salt, text FROM audit_texts WHERE seq=?1 AND name=?2"));
  select.Bind(1, static_cast<std::int64_t>(seq)).BindText(2, name);
  return select.FirstRow([](const sqlite::Statement& row) {
    return KeptText{std::string(row.Blob(0)), std::string(row.Text(1))};
  });
}

Result<EventHash> Records::EventHashOf(std::uint64_t seq) {
  std::optional<EventHash> hash;
  TRY(home_->log().ReadHashes(seq, seq + 1, [&](const EventHash& found) { hash = found; }));
  if (!hash) return Fail(ErrorCode::kCorrupt, "event " + std::to_string(seq) + " is missing");
  return *hash;
}

Result<StoredEvent> Records::EventOf(std::uint64_t seq) {
  std::optional<StoredEvent> found;
  TRY(home_->log().ReadEvents(seq, kNewestEvent, [&](const StoredEvent& event) {
    if (event.body.seq == seq) found = event;
    return false;
  }));
  if (!found) return Fail(ErrorCode::kCorrupt, "event " + std::to_string(seq) + " is missing");
  return *found;
}

Result<std::vector<CacheKey>> Records::DependantsOf(const DocumentRoot& root) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT DISTINCT cache_key FROM records JOIN record_sources "
                                "USING(record_id) WHERE document_root=?1 ORDER BY cache_key"));
  return select.BindHash(1, root).CollectRows([](const sqlite::Statement& row) -> Result<CacheKey> {
    TRY_ASSIGN(const Hash256 key, row.Hash(0));
    return CacheKey(key);
  });
}

Status Records::CountHit(std::int64_t record_id, std::int64_t times) {
  TRY_ASSIGN(sqlite::Statement update,
             database_->Prepare("UPDATE records SET hit_count=hit_count+?3, last_hit_at=?2 "
                                "WHERE record_id=?1"));
  return update.Bind(1, record_id).Bind(2, home_->clock().NowSeconds()).Bind(3, times).Run();
}

}  // namespace arborist::store
