// SPDX-License-Identifier: AGPL-3.0-only
// How a document goes: everything that was kept of it, with one event that says so.
#include <optional>
#include <set>
#include <string>
#include <unordered_set>

#include "base/check.h"
#include "crypto/sha256.h"
#include "json/value.h"
#include "store/log/bindings.h"
#include "store/log/burned.h"
#include "store/log/erase.h"
#include "store/shard/shard_writer_statements.h"

namespace arborist::store {

namespace {

// A dictionary is made of pieces of texts. A run of so many bytes that it shares with a text may be
// a piece of that one.
constexpr std::size_t kSharedRun = 12;

}  // namespace

bool SharesARun(std::string_view dictionary, std::string_view text) {
  if (dictionary.size() < kSharedRun || text.size() < kSharedRun) return false;
  std::unordered_set<std::string_view> runs;
  runs.reserve(dictionary.size());
  for (std::size_t i = 0; i + kSharedRun <= dictionary.size(); ++i) {
    runs.insert(dictionary.substr(i, kSharedRun));
  }
  for (std::size_t i = 0; i + kSharedRun <= text.size(); ++i) {
    if (runs.contains(text.substr(i, kSharedRun))) return true;
  }
  return false;
}

Status ShardWriter::RunWith(std::string_view sql, std::int64_t id) {
  TRY_ASSIGN(sqlite::Statement statement, database_.Prepare(sql));
  return statement.Bind(1, id).Run();
}

Status ShardWriter::RunWith(std::string_view sql, std::string_view text) {
  TRY_ASSIGN(sqlite::Statement statement, database_.Prepare(sql));
  return statement.BindText(1, text).Run();
}

Result<bool> ShardWriter::Burn(const DocumentRoot& root, const std::vector<std::string>* forced) {
  CHECK(transaction_);
  TRY_ASSIGN(const std::optional<DocumentRow> row, FindDocument(root));
  if (!row) return false;
  if (row->current_locations > 0) TRY(Unindex(*row));
  std::vector<std::pair<std::int64_t, std::string>> locations;
  {
    TRY_ASSIGN(sqlite::Statement select,
               database_.Prepare("SELECT location_id, uri FROM locations WHERE doc_id=?1"));
    select.Bind(1, row->doc_id);
    while (true) {
      TRY_ASSIGN(const bool more, select.Step());
      if (!more) break;
      locations.emplace_back(select.Int(0), select.Text(1));
    }
  }
  {
    TRY_ASSIGN(sqlite::Statement texts,
               database_.Prepare("DELETE FROM audit_texts WHERE seq IN (SELECT seq FROM "
                                 "audit_events WHERE subject=?1)"));
    const std::string subject = "h" + std::string(AsText(root.view()));
    TRY(texts.BindBlob(1, subject).Run());
  }
  for (const auto& [location_id, uri] : locations) TRY(RemoveLocation(location_id));
  TRY(RunWith("DELETE FROM edges WHERE kind='supersedes' AND dst=?1", root.hex()));
  TRY(RunWith("DELETE FROM derivations WHERE core_doc_id=?1", row->doc_id));
  {
    TRY_ASSIGN(sqlite::Statement derived,
               database_.Prepare("DELETE FROM derivations WHERE source_root=?1"));
    TRY(derived.BindHash(1, root).Run());
    TRY_ASSIGN(sqlite::Statement chunks,
               database_.Prepare("DELETE FROM chunks WHERE chunk_id BETWEEN ?1 AND ?2"));
    TRY(chunks.Bind(1, row->first_chunk_id)
            .Bind(2, row->first_chunk_id + row->leaf_count - 1)
            .Run());
  }
  for (const char* sql :
       {"DELETE FROM evictions WHERE doc_id=?1", "DELETE FROM revision_chunks WHERE doc_id=?1",
        "DELETE FROM revisions WHERE doc_id=?1"}) {
    TRY(RunWith(sql, row->doc_id));
  }
  TRY(RunWith("DELETE FROM documents WHERE doc_id=?1", row->doc_id));
  NewEvent event{.type = forced != nullptr ? kDocumentBurnForced : kDocumentBurn,
                 .subject = root.hex(),
                 .hashes = {},
                 .texts = {}};
  if (forced != nullptr) {
    event.hashes.emplace("dependants",
                         crypto::Sha256(json::Dump(json::Array(forced->begin(), forced->end()))));
  }
  TRY(log_->Append(event));
  for (const auto& [location_id, uri] : locations) TRY(SettleUri(uri));
  TRY(MergeIndexAway());
  return true;
}

Result<std::int64_t> ShardWriter::BurnAliasesOf(std::string_view uri) {
  CHECK(transaction_);
  std::vector<std::pair<std::int64_t, std::string>> aliases;
  {
    TRY_ASSIGN(sqlite::Statement select,
               database_.Prepare("SELECT l.location_id, l.uri FROM edges e JOIN locations l "
                                 "USING(location_id) WHERE e.kind='alias' AND e.dst=?1"));
    select.BindText(1, uri);
    while (true) {
      TRY_ASSIGN(const bool row, select.Step());
      if (!row) break;
      aliases.emplace_back(select.Int(0), select.Text(1));
    }
  }
  std::set<std::int64_t> erased;  // events that lose a text
  const auto note = [&](sqlite::Statement* select) -> Status {
    while (true) {
      TRY_ASSIGN(const bool row, select->Step());
      if (!row) return {};
      erased.insert(select->Int(0));
    }
  };
  for (const auto& [location_id, alias] : aliases) {
    // Events of an alias name no root: its texts are known by their URI.
    TRY_ASSIGN(sqlite::Statement texts,
               database_.Prepare(
                   "SELECT t.seq FROM audit_texts t JOIN audit_events e USING(seq) WHERE "
                   "t.name='location' AND e.subject=?3 AND (t.location_id=?1 OR (t.text IS NOT "
                   "NULL AND t.text->>'uri'=?2))"));
    TRY(note(&texts.Bind(1, location_id).BindText(2, alias).BindBlob(3, "talias")));
    TRY(RemoveLocation(location_id));
  }
  for (const std::int64_t seq : erased) TRY(RunWith("DELETE FROM audit_texts WHERE seq=?1", seq));
  TRY_ASSIGN(sqlite::Statement targets,
             database_.Prepare("SELECT seq FROM audit_texts WHERE name='target' AND text=?1"));
  TRY(note(&targets.BindText(1, uri)));
  TRY(RunWith("DELETE FROM audit_texts WHERE name='target' AND text=?1", uri));
  const std::int64_t rows = static_cast<std::int64_t>(aliases.size()) + database_.changes();
  for (const std::int64_t seq : erased) TRY(NoteTextBurn(static_cast<std::uint64_t>(seq)));
  for (const auto& [location_id, alias] : aliases) TRY(SettleUri(alias));
  return rows;
}

Status ShardWriter::NoteTextBurn(std::uint64_t seq) {
  std::optional<EventHash> hash;
  TRY(ReadEventHashes(&database_, seq, seq + 1, [&](const EventHash& found) { hash = found; }));
  return log_->Append({.type = kTextBurn, .subject = hash->hex(), .hashes = {}, .texts = {}});
}

// The row and what hangs on it. Its events keep their hashes and lose their texts.
Status ShardWriter::RemoveLocation(std::int64_t location_id) {
  TRY(statements_->unindex_title.Bind(1, location_id).Run());
  for (const char* sql :
       {"DELETE FROM audit_texts WHERE location_id=?1", "DELETE FROM links WHERE location_id=?1",
        "DELETE FROM edges WHERE location_id=?1", "DELETE FROM derivations WHERE location_id=?1",
        "DELETE FROM document_http_meta WHERE location_id=?1",
        "DELETE FROM locations WHERE location_id=?1"}) {
    TRY(RunWith(sql, location_id));
  }
  return {};
}

// When what a URI led to is gone, its newest older row says that it leads nowhere now.
Status ShardWriter::SettleUri(std::string_view uri) {
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare(
                 "SELECT l.location_id, l.state, l.title, l.extraction_version, l.source_hash, "
                 "d.document_root, l.doc_id, l.revision FROM locations l LEFT JOIN documents d "
                 "USING(doc_id) "
                 "WHERE l.uri=?1 ORDER BY l.state='current' DESC, l.last_event DESC LIMIT 1"));
  select.BindText(1, uri);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row || select.Text(1) != "superseded") return {};
  const std::int64_t location_id = select.Int(0);
  TRY_ASSIGN(const Hash256 source, select.Hash(4));
  const std::string text = LocationText(uri, select.Text(2), select.Text(3), SourceHash(source));
  NewEvent event{.type = "location_gone",
                 .subject = "alias",
                 .hashes = {},
                 .texts = {{"location", text, location_id}}};
  if (!select.IsNull(6)) {
    TRY_ASSIGN(const Hash256 hash, select.Hash(5));
    const DocumentRoot root(hash);
    event.subject = root.hex();
    std::optional<std::int64_t> revision;
    if (!select.IsNull(7)) revision = select.Int(7);
    TRY_ASSIGN(const std::optional<DocumentRow> older, FindDocument(root));
    if (older) TRY(Bind(root, *older, revision, &event));
  }
  select.Reset();
  TRY(FreezeLocationText(location_id));
  TRY(RunWith("UPDATE locations SET state='gone' WHERE location_id=?1", location_id));
  TRY(SetLastEvent(location_id));
  return log_->Append(event);
}

// The index marks deleted rows and keeps their terms until segments are merged.
Status ShardWriter::MergeIndexAway() {
  return database_.Execute(
      "INSERT INTO chunks_fts(chunks_fts) VALUES('optimize'); "
      "INSERT INTO titles_fts(titles_fts) VALUES('optimize'); "
      "INSERT INTO keywords_fts(keywords_fts) VALUES('optimize')");
}

Result<bool> ShardWriter::ForgetDictionary(const std::optional<std::string>& text) {
  CHECK(transaction_);
  TRY_ASSIGN(const std::optional<std::string> content, Dictionary());
  if (!content || (text && !SharesARun(*content, *text))) return false;
  TRY_ASSIGN(const compress::Dictionary dictionary, compress::Dictionary::Load(*content));
  compress::ChunkCodec with(&dictionary), without;
  const auto recode = [&](const std::string& select, const std::string& change) -> Status {
    TRY_ASSIGN(sqlite::Statement next, database_.Prepare(select));
    TRY_ASSIGN(sqlite::Statement update, database_.Prepare(change));
    for (std::int64_t last = 0;;) {
      next.Reset();
      TRY_ASSIGN(const bool row, next.Bind(1, last).Step());
      if (!row) return {};
      last = next.Int(0);
      if (!compress::ChunkCodec::IsCompressed(next.Blob(1))) continue;  // cores stay plain
      auto plain = with.Decompress(next.Blob(1), static_cast<std::size_t>(next.Int(2)));
      next.Reset();
      if (!plain) {
        return std::unexpected(
            std::move(plain).error().In("chunk " + std::to_string(last) + "; run arborist fsck"));
      }
      const std::string stored = without.Compress(*plain);
      TRY(update.Bind(1, last).BindBlob(2, stored).Run());
    }
  };
  TRY(recode(
      "SELECT chunk_id, content, text_bytes FROM chunks WHERE chunk_id>?1 AND content IS NOT NULL "
      "ORDER BY chunk_id LIMIT 1",
      "UPDATE chunks SET content=?2 WHERE chunk_id=?1"));
  TRY(recode(
      "SELECT slice_id, content, text_bytes FROM revision_chunks WHERE slice_id>?1 AND content IS "
      "NOT NULL ORDER BY slice_id LIMIT 1",
      "UPDATE revision_chunks SET content=?2 WHERE slice_id=?1"));
  TRY(database_.Execute("DELETE FROM dictionaries"));
  TRY(log_->Append({.type = "dictionary_removed",
                    .subject = crypto::Sha256(*content).hex(),
                    .hashes = {},
                    .texts = {}}));
  return true;
}

Status ShardWriter::EraseRemains() {
  CHECK(!transaction_);
  return store::EraseRemains(&database_, path_.filename().string());
}

}  // namespace arborist::store
