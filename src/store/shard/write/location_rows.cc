// SPDX-License-Identifier: AGPL-3.0-only
// An event holds of a location only a salted hash of its text (URI, title and so on). The newest
// event of a row takes that text from the row itself, so it is stored once; before the row changes,
// Freeze copies the text to the event.
#include "store/shard/write/location_rows.h"

#include "store/log/bindings.h"
#include "store/shard/read/rows.h"

namespace arborist::store {

namespace {

// What ReadRow reads of a row.
constexpr std::string_view kRowColumns =
    "SELECT l.location_id, l.doc_id, d.document_root, l.source_hash, l.title, "
    "l.extraction_version, l.revision, l.state FROM locations l LEFT JOIN documents d "
    "USING(doc_id) WHERE l.uri=?1 ";

Result<LocationRow> ReadRow(const sqlite::Statement& row) {
  LocationRow location;
  location.location_id = row.Int(0);
  if (!row.IsNull(1)) {
    location.doc_id = row.Int(1);
    TRY_ASSIGN(const Hash256 root, row.Hash(2));
    location.root = DocumentRoot(root);
  }
  TRY_ASSIGN(const Hash256 source, row.Hash(3));
  location.source_hash = SourceHash(source);
  location.title = row.Text(4);
  location.extraction_version = row.Text(5);
  if (!row.IsNull(6)) location.revision = row.Int(6);
  const std::optional<LocationState> state = LocationStateFromName(row.Text(7));
  if (!state) return Fail(ErrorCode::kCorrupt, "a location has no state; run arborist fsck");
  location.state = *state;
  return location;
}

Result<std::optional<LocationRow>> ReadOne(sqlite::Statement* select, std::string_view uri) {
  return select->BindText(1, uri).FirstRow(ReadRow);
}

Result<std::vector<UriOfLocation>> ReadUris(sqlite::Statement* select) {
  return select->CollectRows(
      [](const sqlite::Statement& row) { return UriOfLocation(row.Int(0), row.Text(1)); });
}

void BindOptional(sqlite::Statement* statement, int index, std::optional<std::int64_t> value) {
  value ? statement->Bind(index, *value) : statement->BindNull(index);
}

}  // namespace

Result<LocationRows::Statements> LocationRows::Prepare(sqlite::Database* database) {
  TRY_ASSIGN(auto current, database->Prepare(std::string(kRowColumns) + "AND l.state='current'"));
  TRY_ASSIGN(auto past, database->Prepare("SELECT location_id FROM locations "
                                          "WHERE uri=?1 AND state<>'current' AND doc_id IS ?2 AND "
                                          "(revision IS ?3 OR (revision IS NULL AND ?3=0)) "
                                          "ORDER BY revision IS NULL LIMIT 1"));
  TRY_ASSIGN(
      auto insert,
      database->Prepare(
          "INSERT INTO locations(uri, doc_id, title, source_hash, extraction_version, first_seen, "
          "last_seen, last_event, state, revision) VALUES(?1,?2,?3,?4,?5,?6,?6,?7,'current',?8)"));
  TRY_ASSIGN(
      auto revive,
      database->Prepare(
          "UPDATE locations SET state='current', title=?2, source_hash=?3, extraction_version=?4, "
          "last_seen=max(last_seen,?5), last_event=?6, revision=?7 WHERE location_id=?1"));
  TRY_ASSIGN(
      auto refresh,
      database->Prepare("UPDATE locations SET title=?2, source_hash=?3, extraction_version=?4, "
                        "last_seen=max(last_seen,?5), last_event=?6, revision=?7 WHERE "
                        "location_id=?1"));
  TRY_ASSIGN(auto retire, database->Prepare("UPDATE locations SET state=?2 WHERE location_id=?1"));
  TRY_ASSIGN(
      auto touch,
      database->Prepare(
          "UPDATE locations SET last_seen=?2 WHERE uri=?1 AND state='current' AND last_seen<?2"));
  TRY_ASSIGN(auto insert_edge,
             database->Prepare("INSERT INTO edges VALUES(?1,?2,?3) ON CONFLICT DO NOTHING"));
  TRY_ASSIGN(auto delete_edges,
             database->Prepare("DELETE FROM edges WHERE location_id=?1 AND kind<>'supersedes'"));
  TRY_ASSIGN(auto insert_links, database->Prepare("INSERT INTO links VALUES(?1,?2,?3)"));
  TRY_ASSIGN(auto delete_links, database->Prepare("DELETE FROM links WHERE location_id=?1"));
  TRY_ASSIGN(auto insert_notes, database->Prepare("INSERT INTO readings VALUES(?1,?2)"));
  TRY_ASSIGN(auto delete_notes, database->Prepare("DELETE FROM readings WHERE location_id=?1"));
  return Statements{std::move(current),      std::move(past),         std::move(insert),
                    std::move(revive),       std::move(refresh),      std::move(retire),
                    std::move(touch),        std::move(insert_edge),  std::move(delete_edges),
                    std::move(insert_links), std::move(delete_links), std::move(insert_notes),
                    std::move(delete_notes)};
}

Result<std::unique_ptr<LocationRows>> LocationRows::Open(WriterConnection* connection,
                                                         IndexRows* index) {
  TRY_ASSIGN(Statements statements, Prepare(&connection->database()));
  TRY_ASSIGN(const std::int64_t past,
             connection->database().QueryInt(
                 "SELECT EXISTS(SELECT 1 FROM locations WHERE state<>'current')"));
  return std::unique_ptr<LocationRows>(
      new LocationRows(connection, index, std::move(statements), past != 0));
}

Result<std::optional<LocationRow>> LocationRows::Current(std::string_view uri) {
  return ReadOne(&statements_.current, uri);
}

Result<std::optional<LocationRow>> LocationRows::Newest(std::string_view uri) {
  TRY_ASSIGN(
      sqlite::Statement select,
      connection_->database().Prepare(
          std::string(kRowColumns) + "ORDER BY l.state='current' DESC, l.last_event DESC LIMIT 1"));
  return ReadOne(&select, uri);
}

Result<std::vector<UriOfLocation>> LocationRows::Of(std::int64_t doc_id) {
  TRY_ASSIGN(sqlite::Statement select,
             connection_->database().Prepare("SELECT location_id, uri FROM locations WHERE "
                                             "doc_id=?1"));
  select.Bind(1, doc_id);
  return ReadUris(&select);
}

Result<std::vector<std::string>> LocationRows::CurrentUrisOf(std::int64_t doc_id) {
  TRY_ASSIGN(sqlite::Statement select,
             connection_->database().Prepare("SELECT uri FROM locations WHERE doc_id=?1 AND "
                                             "state='current'"));
  select.Bind(1, doc_id);
  return ReadTexts(&select);
}

Result<std::vector<UriOfLocation>> LocationRows::AliasesOf(std::string_view uri) {
  TRY_ASSIGN(
      sqlite::Statement select,
      connection_->database().Prepare("SELECT l.location_id, l.uri FROM edges e JOIN locations "
                                      "l USING(location_id) WHERE e.kind='alias' AND "
                                      "e.dst=?1"));
  select.BindText(1, uri);
  return ReadUris(&select);
}

Result<std::vector<std::string>> LocationRows::CurrentFiles(std::string_view prefix) {
  TRY_ASSIGN(sqlite::Statement select,
             connection_->database().Prepare(
                 "SELECT uri FROM locations WHERE state='current' AND uri>=?1 AND uri<?2 "
                 "AND extraction_version<>'wikitext-v1' AND extraction_version NOT LIKE 'jsonl-%' "
                 "ORDER BY uri"));
  const std::string end = std::string(prefix) + "\xF4\x8F\xBF\xBF";  // the last code point there is
  select.BindText(1, prefix).BindText(2, end);
  return ReadTexts(&select);
}

Result<bool> LocationRows::IsEmpty() {
  TRY_ASSIGN(const std::int64_t any,
             connection_->database().QueryInt("SELECT EXISTS(SELECT 1 FROM locations)"));
  return any == 0;
}

Result<std::optional<std::int64_t>> LocationRows::FindPast(std::string_view uri,
                                                           std::optional<std::int64_t> doc_id,
                                                           std::optional<std::int64_t> revision) {
  if (!has_past_) return std::nullopt;
  sqlite::Statement& past = statements_.past;
  past.BindText(1, uri);
  BindOptional(&past, 2, doc_id);
  BindOptional(&past, 3, revision);
  return past.FirstRow([](const sqlite::Statement& row) { return row.Int(0); });
}

Status LocationRows::Revive(std::int64_t location_id, const PreparedDocument& document,
                            std::optional<std::int64_t> revision) {
  TRY(DeleteBeside(location_id));
  TRY(Freeze(location_id));
  sqlite::Statement& revive = statements_.revive;
  BindOptional(&revive, 7, revision);
  return revive.Bind(1, location_id)
      .BindText(2, document.title)
      .BindHash(3, document.source_hash)
      .BindText(4, document.extraction_version)
      .Bind(5, connection_->log().Now())
      .Bind(6, NextEvent())
      .Run();
}

Result<std::int64_t> LocationRows::Insert(const PreparedDocument& document,
                                          std::optional<std::int64_t> doc_id,
                                          std::optional<std::int64_t> revision) {
  sqlite::Statement& insert = statements_.insert;
  insert.BindText(1, document.uri)
      .BindText(3, document.title)
      .BindHash(4, document.source_hash)
      .BindText(5, document.extraction_version)
      .Bind(6, connection_->log().Now())
      .Bind(7, NextEvent());
  BindOptional(&insert, 2, doc_id);
  BindOptional(&insert, 8, revision);
  TRY(insert.Run());
  return connection_->database().last_insert_rowid();
}

Result<std::int64_t> LocationRows::MakeCurrent(const PreparedDocument& document,
                                               std::optional<std::int64_t> doc_id,
                                               std::optional<std::int64_t> revision) {
  TRY_ASSIGN(std::optional<std::int64_t> location_id, FindPast(document.uri, doc_id, revision));
  if (location_id) {
    TRY(Revive(*location_id, document, revision));
  } else {
    TRY_ASSIGN(location_id, Insert(document, doc_id, revision));
  }
  if (doc_id) TRY(index_->AddTitle(*location_id, document.title_terms));
  TRY(PutBeside(*location_id, document));
  return *location_id;
}

Status LocationRows::Refresh(const LocationRow& location, const PreparedDocument& document,
                             std::optional<std::int64_t> revision) {
  TRY(Freeze(location.location_id));
  sqlite::Statement& refresh = statements_.refresh;
  BindOptional(&refresh, 7, revision);
  TRY(refresh.Bind(1, location.location_id)
          .BindText(2, document.title)
          .BindHash(3, document.source_hash)
          .BindText(4, document.extraction_version)
          .Bind(5, connection_->log().Now())
          .Bind(6, NextEvent())
          .Run());
  if (location.title != document.title && location.doc_id) {
    TRY(index_->RemoveTitle(location.location_id));
    TRY(index_->AddTitle(location.location_id, document.title_terms));
  }
  TRY(DeleteBeside(location.location_id));
  return PutBeside(location.location_id, document);
}

Status LocationRows::Touch(std::string_view uri) {
  return statements_.touch.BindText(1, uri).Bind(2, connection_->NowSeconds()).Run();
}

Status LocationRows::Retire(const LocationRow& location, LocationState state) {
  TRY(statements_.retire.Bind(1, location.location_id).BindText(2, Name(state)).Run());
  has_past_ = true;
  return location.doc_id ? index_->RemoveTitle(location.location_id) : Status();
}

Status LocationRows::AddSuperseded(std::int64_t location_id, const DocumentRoot& root) {
  return statements_.insert_edge.Bind(1, location_id)
      .BindText(2, "supersedes")
      .BindText(3, root.hex())
      .Run();
}

Status LocationRows::SettleAsGone(std::int64_t location_id) {
  TRY(Freeze(location_id));
  TRY(statements_.retire.Bind(1, location_id).BindText(2, Name(LocationState::kGone)).Run());
  return SetLastEvent(location_id);
}

Status LocationRows::Freeze(std::int64_t location_id) {
  TRY_ASSIGN(sqlite::Statement select,
             connection_->database().Prepare(
                 "SELECT uri, title, extraction_version, source_hash, last_event FROM locations "
                 "WHERE location_id=?1"));
  select.Bind(1, location_id);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return Fail(ErrorCode::kCorrupt, "a location is not found; run arborist fsck");
  TRY_ASSIGN(const Hash256 source, select.Hash(3));
  const std::string text =
      LocationText(select.Text(0), select.Text(1), select.Text(2), SourceHash(source));
  TRY_ASSIGN(
      sqlite::Statement update,
      connection_->database().Prepare(
          "UPDATE audit_texts SET text=?3, location_id=NULL WHERE seq=?1 AND location_id=?2"));
  return update.Bind(1, select.Int(4)).Bind(2, location_id).BindText(3, text).Run();
}

Status LocationRows::SetLastEvent(std::int64_t location_id) {
  TRY_ASSIGN(
      sqlite::Statement update,
      connection_->database().Prepare("UPDATE locations SET last_event=?2 WHERE location_id=?1"));
  return update.Bind(1, location_id).Bind(2, NextEvent()).Run();
}

Status LocationRows::Remove(std::int64_t location_id) {
  TRY(index_->RemoveTitle(location_id));
  for (const char* sql :
       {"DELETE FROM audit_texts WHERE location_id=?1", "DELETE FROM links WHERE location_id=?1",
        "DELETE FROM readings WHERE location_id=?1", "DELETE FROM edges WHERE location_id=?1",
        "DELETE FROM derivations WHERE location_id=?1",
        "DELETE FROM document_http_meta WHERE location_id=?1",
        "DELETE FROM locations WHERE location_id=?1"}) {
    TRY(connection_->RunWith(sql, location_id));
  }
  return {};
}

Status LocationRows::PutBeside(std::int64_t location_id, const PreparedDocument& document) {
  if (!document.links.empty()) {
    const std::string targets = connection_->plain_codec().Compress(LinksText(document.links));
    TRY(statements_.insert_links.Bind(1, location_id)
            .Bind(2, static_cast<std::int64_t>(document.links.size()))
            .BindBlob(3, targets)
            .Run());
  }
  if (document.notes) {
    TRY(statements_.insert_notes.Bind(1, location_id)
            .BindBlob(2, connection_->plain_codec().Compress(document.notes->text))
            .Run());
  }
  if (document.is_alias()) {
    TRY(statements_.insert_edge.Bind(1, location_id)
            .BindText(2, "alias")
            .BindText(3, document.alias_of)
            .Run());
  }
  return {};
}

Status LocationRows::DeleteBeside(std::int64_t location_id) {
  TRY(statements_.delete_links.Bind(1, location_id).Run());
  TRY(statements_.delete_notes.Bind(1, location_id).Run());
  return statements_.delete_edges.Bind(1, location_id).Run();
}

}  // namespace arborist::store
