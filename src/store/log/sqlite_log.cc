// SPDX-License-Identifier: AGPL-3.0-only
// A log as it lies in an SQLite file: events in audit_events, in the order of their numbers, and
// the texts behind salted hashes in audit_texts. The log of a shard keeps the text of a location in
// the location's own row, so a shard's texts are joined with its locations. Which other tables name
// events by number differs between a shard and the home store; RowsSpeakOfLater has both lists.
#include "store/log/sqlite_log.h"

#include <span>
#include <string>

#include "store/log/audit_log.h"
#include "store/log/bindings.h"
#include "store/read_moment.h"

namespace arborist::store {

namespace {

constexpr std::string_view kHomeSpeaksOf[] = {
    "SELECT max(seq) FROM head_sizes",      "SELECT max(seq) FROM audit_texts",
    "SELECT max(event_seq) FROM records",   "SELECT max(event_seq) FROM falsifications",
    "SELECT max(event_seq) FROM snapshots", "SELECT max(event_seq) FROM tokens",
    "SELECT max(size)-1 FROM checkpoints",
};
constexpr std::string_view kShardSpeaksOf[] = {
    "SELECT max(last_event) FROM locations",
    "SELECT max(seq) FROM audit_texts",
    "SELECT max(event_seq) FROM derivations",
};

constexpr std::string_view kHomeTexts = "SELECT name, text FROM audit_texts WHERE seq=?1";
constexpr std::string_view kShardTexts =
    "SELECT t.name, t.text, l.uri, l.title, l.extraction_version, l.source_hash, t.location_id "
    "FROM audit_texts t LEFT JOIN locations l USING(location_id) WHERE t.seq=?1";

// A hash that begins with these digits and goes on with one digit only.
Result<Hash256> FilledUp(std::string_view hex_prefix, char digit) {
  std::string hex(hex_prefix);
  if (hex.size() < 64) hex.resize(64, digit);
  return Hash256::FromHexString(hex);
}

// The texts of the event that is bound; a location's text may stand in its row.
Result<LogView::Texts> TextsOf(sqlite::Statement* select, bool of_shard) {
  LogView::Texts texts;
  TRY(select->ForEachRow([&](const sqlite::Statement& row) {
    if (!row.IsNull(1)) {
      texts.emplace(row.Text(0), row.Text(1));
    } else if (of_shard && !row.IsNull(2)) {
      const auto source = row.Hash(5);
      texts.emplace(row.Text(0), LocationText(row.Text(2), row.Text(3), row.Text(4),
                                              SourceHash(source.value_or(Hash256{}))));
    }
  }));
  return texts;
}

}  // namespace

Result<std::unique_ptr<LogView>> SqliteLog::Open(std::filesystem::path file, LogName::Of of) {
  TRY_ASSIGN(sqlite::Database database, sqlite::Database::Open(file, {}));
  auto owned = std::make_unique<sqlite::Database>(std::move(database));
  auto log = std::make_unique<SqliteLog>(owned.get(), std::move(file), of);
  log->owned_ = std::move(owned);
  return log;
}

Result<LogHead> SqliteLog::Head() const { return ReadHead(database_); }

Status SqliteLog::ReadEvents(std::uint64_t from, std::uint64_t to,
                             const std::function<bool(const StoredEvent&)>& visit) const {
  return store::ReadEvents(database_, from, to, visit);
}

Status SqliteLog::ReadHashes(std::uint64_t from, std::uint64_t to,
                             const std::function<void(const EventHash&)>& visit) const {
  return ReadEventHashes(database_, from, to, visit);
}

Status SqliteLog::ReadTexts(
    std::span<const std::uint64_t> seqs,
    const std::function<void(std::uint64_t seq, Texts texts)>& visit) const {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare(of_ == LogName::Of::kShard ? kShardTexts : kHomeTexts));
  for (const std::uint64_t seq : seqs) {
    select.Bind(1, static_cast<std::int64_t>(seq));
    TRY_ASSIGN(Texts texts, TextsOf(&select, of_ == LogName::Of::kShard));
    visit(seq, std::move(texts));
  }
  return {};
}

Result<std::vector<std::uint64_t>> SqliteLog::FindByHash(std::string_view hex_prefix,
                                                         std::size_t limit) const {
  TRY_ASSIGN(const Hash256 first, FilledUp(hex_prefix, '0'));
  TRY_ASSIGN(const Hash256 last, FilledUp(hex_prefix, 'f'));
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT seq FROM audit_events WHERE event_hash BETWEEN ?1 AND ?2 "
                                "LIMIT ?3"));
  select.BindHash(1, first).BindHash(2, last).Bind(3, static_cast<std::int64_t>(limit));
  return select.CollectRows(
      [](const sqlite::Statement& row) { return static_cast<std::uint64_t>(row.Int(0)); });
}

Result<bool> SqliteLog::RowsSpeakOfLater() const {
  TRY_ASSIGN(const ReadMoment moment, ReadMoment::Begin(database_));
  TRY_ASSIGN(const LogHead head, ReadHead(database_));
  bool later = false;
  for (const std::string_view query : of_ == LogName::Of::kHome
                                          ? std::span<const std::string_view>(kHomeSpeaksOf)
                                          : kShardSpeaksOf) {
    const auto number = database_->QueryInt("SELECT coalesce((" + std::string(query) + "),-1)");
    if (!number && IsOfTheSystem(number.error().code)) return std::unexpected(number.error());
    // Else an older file that does not have the table.
    if (number && *number >= static_cast<std::int64_t>(head.size)) later = true;
  }
  return later;
}

Result<CheckedChain> SqliteLog::CheckChain(const ChainCheckOptions& options) const {
  return store::CheckChain(file_, options);
}

}  // namespace arborist::store
