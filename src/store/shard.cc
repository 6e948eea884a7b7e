// SPDX-License-Identifier: AGPL-3.0-only
#include "store/shard.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "crypto/sha256.h"
#include "json/value.h"
#include "store/schema.h"
#include "text/canonical.h"
#include "text/search_tokens.h"

namespace arborist::store {

struct ShardWriter::Statements {
  static Result<std::unique_ptr<Statements>> Prepare(sqlite::Database* database);

  sqlite::Statement current_location;
  sqlite::Statement past_location;
  sqlite::Statement find_document;
  sqlite::Statement insert_document;
  sqlite::Statement insert_chunk;
  sqlite::Statement index_chunk;
  sqlite::Statement unindex_chunk;
  sqlite::Statement chunk_terms_of;
  sqlite::Statement add_location_count;
  sqlite::Statement insert_location;
  sqlite::Statement revive_location;
  sqlite::Statement retire_location;
  sqlite::Statement refresh_location;
  sqlite::Statement touch_location;
  sqlite::Statement index_title;
  sqlite::Statement unindex_title;
  sqlite::Statement insert_edge;
  sqlite::Statement delete_edges;
  sqlite::Statement update_stats;
};

Result<std::unique_ptr<ShardWriter::Statements>> ShardWriter::Statements::Prepare(
    sqlite::Database* database) {
  const auto prepare = [&](std::string_view sql) { return database->Prepare(sql); };
  TRY_ASSIGN(auto current_location, prepare("SELECT l.location_id, l.doc_id, d.document_root, "
                                            "l.source_hash, l.title, l.extraction_version "
                                            "FROM locations l LEFT JOIN documents d USING(doc_id) "
                                            "WHERE l.uri=?1 AND l.state='current'"));
  TRY_ASSIGN(auto past_location, prepare("SELECT location_id FROM locations "
                                         "WHERE uri=?1 AND state<>'current' AND doc_id IS ?2"));
  TRY_ASSIGN(auto find_document,
             prepare("SELECT doc_id, first_chunk_id, leaf_count, current_locations FROM documents "
                     "WHERE document_root=?1"));
  TRY_ASSIGN(
      auto insert_document,
      prepare(
          "INSERT INTO documents(document_root, format_id, leaf_count, first_chunk_id, text_bytes, "
          "current_locations, ingest_ts) VALUES(?1,?2,?3,?4,?5,1,?6)"));
  TRY_ASSIGN(auto insert_chunk, prepare("INSERT INTO chunks(chunk_id, doc_id, chunk_idx, "
                                        "leaf_hash, text_bytes, term_count, content) "
                                        "VALUES(?1,?2,?3,?4,?5,?6,?7)"));
  TRY_ASSIGN(auto index_chunk, prepare("INSERT INTO chunks_fts(rowid, terms) VALUES(?1,?2)"));
  TRY_ASSIGN(auto unindex_chunk, prepare("DELETE FROM chunks_fts WHERE rowid=?1"));
  TRY_ASSIGN(
      auto chunk_terms_of,
      prepare("SELECT c.chunk_id, c.term_count FROM documents d JOIN chunks c ON c.chunk_id "
              "BETWEEN d.first_chunk_id AND d.first_chunk_id+d.leaf_count-1 WHERE d.doc_id=?1"));
  TRY_ASSIGN(
      auto add_location_count,
      prepare("UPDATE documents SET current_locations=current_locations+?2 WHERE doc_id=?1"));
  TRY_ASSIGN(
      auto insert_location,
      prepare(
          "INSERT INTO locations(uri, doc_id, title, source_hash, extraction_version, first_seen, "
          "last_seen, last_event, state) VALUES(?1,?2,?3,?4,?5,?6,?6,?7,'current')"));
  TRY_ASSIGN(
      auto revive_location,
      prepare(
          "UPDATE locations SET state='current', title=?2, source_hash=?3, extraction_version=?4, "
          "last_seen=max(last_seen,?5), last_event=?6 WHERE location_id=?1"));
  TRY_ASSIGN(auto retire_location, prepare("UPDATE locations SET state=?2 WHERE location_id=?1"));
  TRY_ASSIGN(auto refresh_location,
             prepare("UPDATE locations SET title=?2, source_hash=?3, extraction_version=?4, "
                     "last_seen=max(last_seen,?5), last_event=?6 WHERE location_id=?1"));
  TRY_ASSIGN(
      auto touch_location,
      prepare(
          "UPDATE locations SET last_seen=?2 WHERE uri=?1 AND state='current' AND last_seen<?2"));
  TRY_ASSIGN(auto index_title, prepare("INSERT INTO titles_fts(rowid, terms) VALUES(?1,?2)"));
  TRY_ASSIGN(auto unindex_title, prepare("DELETE FROM titles_fts WHERE rowid=?1"));
  TRY_ASSIGN(auto insert_edge,
             prepare("INSERT INTO edges VALUES(?1,?2,?3) ON CONFLICT DO NOTHING"));
  TRY_ASSIGN(auto delete_edges,
             prepare("DELETE FROM edges WHERE location_id=?1 AND kind<>'supersedes'"));
  TRY_ASSIGN(auto update_stats, prepare("UPDATE index_stats SET chunks=chunks+?1, terms=terms+?2"));
  return std::unique_ptr<Statements>(new Statements{
      std::move(current_location), std::move(past_location), std::move(find_document),
      std::move(insert_document), std::move(insert_chunk), std::move(index_chunk),
      std::move(unindex_chunk), std::move(chunk_terms_of), std::move(add_location_count),
      std::move(insert_location), std::move(revive_location), std::move(retire_location),
      std::move(refresh_location), std::move(touch_location), std::move(index_title),
      std::move(unindex_title), std::move(insert_edge), std::move(delete_edges),
      std::move(update_stats)});
}

Hash256 HashDescriptor(const Descriptor& d) {
  return crypto::Sha256(
      json::Dump(json::Object{{"document_root", d.root.hex()},
                              {"leaf_count", static_cast<std::int64_t>(d.leaf_count)},
                              {"text_bytes", static_cast<std::int64_t>(d.text_bytes)},
                              {"kind", d.kind},
                              {"source_type", d.source_type},
                              {"chunking_version", d.chunking_version},
                              {"canonicalization_version", d.canonicalization_version},
                              {"schema_version", d.schema_version}}));
}

std::string LocationText(std::string_view uri, std::string_view title, std::string_view extraction,
                         const SourceHash& source) {
  return json::Dump(json::Object{
      {"uri", uri}, {"title", title}, {"extraction", extraction}, {"source", source.hex()}});
}

Hash256 HashLinks(const std::vector<std::string>& sorted_links) {
  json::Array list;
  for (const std::string& link : sorted_links) list.emplace_back(link);
  return crypto::Sha256(json::Dump(std::move(list)));
}

namespace {

std::string LocationText(const PreparedDocument& document) {
  return store::LocationText(document.uri, document.title, document.extraction_version,
                             document.source_hash);
}

Descriptor DescriptorOf(const PreparedDocument& document) {
  return {.root = document.root,
          .leaf_count = document.chunks.size(),
          .text_bytes = document.text_bytes,
          .kind = "surface",
          .source_type = document.source_type,
          .chunking_version = document::Name(document.chunking),
          .canonicalization_version = text::kCanonicalizationVersion,
          .schema_version = document::kSchemaVersion};
}

std::map<std::string, Hash256> EventHashes(const PreparedDocument& document) {
  std::map<std::string, Hash256> hashes;
  if (!document.links.empty()) hashes.emplace("links", HashLinks(document.links));
  return hashes;
}

}  // namespace

ShardWriter::ShardWriter(std::filesystem::path path, FileLock lock, sqlite::Database database,
                         const Options& options)
    : path_(std::move(path)),
      lock_(std::move(lock)),
      database_(std::move(database)),
      options_(options) {}

ShardWriter::~ShardWriter() = default;

Result<std::unique_ptr<ShardWriter>> ShardWriter::Open(const std::filesystem::path& path,
                                                       const Options& options) {
  const std::filesystem::path lock_path = path.string() + ".lock";
  TRY_ASSIGN(FileLock lock,
             options.wait ? FileLock::Acquire(lock_path) : FileLock::TryAcquire(lock_path));
  TRY_ASSIGN(sqlite::Database database,
             sqlite::Database::Open(path, {.mode = sqlite::OpenMode::kCreate}));
  TRY(database.Execute(
      "PRAGMA page_size=16384; PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=4096;"));
  const auto begin = [&]() -> Status {
    TRY_ASSIGN(sqlite::Statement terms,
               database.Prepare("INSERT INTO schema_meta VALUES('terms',?1)"));
    TRY(terms.BindText(1, text::kSearchTokensVersion).Run());
    TRY(AuditLog::Open(&database, options.clock, options.random, options.actor));
    return {};
  };
  TRY(CreateOrMigrate(&database, ShardSchemaKind(), begin));
  TRY(CheckSearchTerms(&database));
  std::unique_ptr<ShardWriter> writer(
      new ShardWriter(path, std::move(lock), std::move(database), options));
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(&writer->database_));
  // Large batches in memory before a segment is written: fewer segments, fewer merges.
  TRY(writer->database_.Execute(
      "INSERT INTO chunks_fts(chunks_fts, rank) VALUES('hashsize', 16777216)"));
  TRY_ASSIGN(writer->log_,
             AuditLog::Open(&writer->database_, options.clock, options.random, options.actor));
  TRY(transaction.Commit());
  TRY_ASSIGN(writer->statements_, Statements::Prepare(&writer->database_));
  TRY_ASSIGN(const std::int64_t last,
             writer->database_.QueryInt("SELECT coalesce(max(chunk_id),0) FROM chunks"));
  writer->next_chunk_id_ = last + 1;
  TRY_ASSIGN(
      const std::int64_t past,
      writer->database_.QueryInt("SELECT EXISTS(SELECT 1 FROM locations WHERE state<>'current')"));
  writer->has_past_ = past != 0;
  return writer;
}

Status ShardWriter::Begin() {
  CHECK(!transaction_);
  TRY_ASSIGN(transaction_, sqlite::Transaction::Begin(&database_));
  return {};
}

Status ShardWriter::Commit() {
  CHECK(transaction_);
  if (stats_chunks_ != 0 || stats_terms_ != 0) {
    TRY(statements_->update_stats.Bind(1, stats_chunks_).Bind(2, stats_terms_).Run());
    stats_chunks_ = stats_terms_ = 0;
  }
  TRY(transaction_->Commit());
  transaction_.reset();
  return {};
}

Result<std::optional<ShardWriter::Location>> ShardWriter::CurrentLocation(std::string_view uri) {
  sqlite::Statement& select = statements_->current_location;
  select.BindText(1, uri);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) {
    select.Reset();
    return std::nullopt;
  }
  Location location;
  location.location_id = select.Int(0);
  if (!select.IsNull(1)) {
    location.doc_id = select.Int(1);
    TRY_ASSIGN(const Hash256 root, select.Hash(2));
    location.root = DocumentRoot(root);
  }
  TRY_ASSIGN(const Hash256 source, select.Hash(3));
  location.source_hash = SourceHash(source);
  location.title = select.Text(4);
  location.extraction_version = select.Text(5);
  select.Reset();
  return location;
}

Result<bool> ShardWriter::IsUnchanged(std::string_view uri, const SourceHash& source_hash) {
  TRY_ASSIGN(const std::optional<Location> location, CurrentLocation(uri));
  return location && location->source_hash == source_hash;
}

Result<std::optional<ShardWriter::DocumentRow>> ShardWriter::FindDocument(
    const DocumentRoot& root) {
  sqlite::Statement& select = statements_->find_document;
  select.BindHash(1, root);
  TRY_ASSIGN(const bool row, select.Step());
  std::optional<DocumentRow> found;
  if (row) {
    found = DocumentRow{.doc_id = select.Int(0),
                        .first_chunk_id = select.Int(1),
                        .leaf_count = select.Int(2),
                        .current_locations = select.Int(3)};
  }
  select.Reset();
  return found;
}

Result<std::int64_t> ShardWriter::FormatId(const PreparedDocument& document) {
  const std::pair<std::string, document::Chunking> key(document.source_type, document.chunking);
  if (const auto it = formats_.find(key); it != formats_.end()) return it->second;
  const auto bind = [&](sqlite::Statement* statement) {
    statement->BindText(1, document.source_type)
        .BindText(2, document::kSchemaVersion)
        .BindText(3, text::kCanonicalizationVersion)
        .BindText(4, document::Name(document.chunking));
  };
  TRY_ASSIGN(sqlite::Statement insert,
             database_.Prepare(
                 "INSERT INTO formats(kind, compression_depth, source_type, schema_version, "
                 "canonicalization_version, chunking_version) VALUES('surface',0,?1,?2,?3,?4) "
                 "ON CONFLICT DO NOTHING"));
  bind(&insert);
  TRY(insert.Run());
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare(
                 "SELECT format_id FROM formats WHERE kind='surface' AND compression_depth=0 AND "
                 "source_type=?1 AND schema_version=?2 AND canonicalization_version=?3 AND "
                 "chunking_version=?4"));
  bind(&select);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row)
    return Fail(ErrorCode::kCorrupt,
                "a format that was just written is not there; run arborist fsck");
  return formats_[key] = select.Int(0);
}

Result<ShardWriter::DocumentRow> ShardWriter::InsertDocument(const PreparedDocument& document) {
  DocumentRow row{.first_chunk_id = next_chunk_id_,
                  .leaf_count = static_cast<std::int64_t>(document.chunks.size())};
  TRY_ASSIGN(const std::int64_t format_id, FormatId(document));
  TRY(statements_->insert_document.BindHash(1, document.root)
          .Bind(2, format_id)
          .Bind(3, row.leaf_count)
          .Bind(4, row.first_chunk_id)
          .Bind(5, static_cast<std::int64_t>(document.text_bytes))
          .Bind(6, options_.clock->NowSeconds())
          .Run());
  row.doc_id = database_.last_insert_rowid();
  std::int64_t index = 0;
  for (const PreparedChunk& chunk : document.chunks) {
    TRY(statements_->insert_chunk.Bind(1, next_chunk_id_++)
            .Bind(2, row.doc_id)
            .Bind(3, index++)
            .BindOptionalHash(4, document.chunks.size() > 1 ? &chunk.leaf : nullptr)
            .Bind(5, static_cast<std::int64_t>(chunk.text_bytes))
            .Bind(6, static_cast<std::int64_t>(chunk.term_count))
            .BindBlob(7, chunk.content)
            .Run());
  }
  return row;
}

Status ShardWriter::Index(const DocumentRow& row, const PreparedDocument& document) {
  std::int64_t chunk_id = row.first_chunk_id;
  for (const PreparedChunk& chunk : document.chunks) {
    TRY(statements_->index_chunk.Bind(1, chunk_id++).BindText(2, chunk.terms).Run());
    stats_terms_ += static_cast<std::int64_t>(chunk.term_count);
  }
  stats_chunks_ += row.leaf_count;
  return {};
}

Status ShardWriter::Unindex(std::int64_t doc_id) {
  std::vector<std::pair<std::int64_t, std::int64_t>> chunks;
  sqlite::Statement& select = statements_->chunk_terms_of;
  select.Bind(1, doc_id);
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    chunks.emplace_back(select.Int(0), select.Int(1));
  }
  select.Reset();
  for (const auto& [chunk_id, terms] : chunks) {
    TRY(statements_->unindex_chunk.Bind(1, chunk_id).Run());
    --stats_chunks_;
    stats_terms_ -= terms;
  }
  return {};
}

Status ShardWriter::AddLocationCount(std::int64_t doc_id, int change) {
  return statements_->add_location_count.Bind(1, doc_id).Bind(2, std::int64_t{change}).Run();
}

Result<std::int64_t> ShardWriter::MakeCurrent(const PreparedDocument& document,
                                              std::optional<std::int64_t> doc_id) {
  const std::int64_t now = options_.clock->NowSeconds();
  bool known = false;
  std::int64_t location_id = 0;
  if (has_past_) {
    sqlite::Statement& past = statements_->past_location;
    past.BindText(1, document.uri);
    doc_id ? past.Bind(2, *doc_id) : past.BindNull(2);
    TRY_ASSIGN(known, past.Step());
    if (known) location_id = past.Int(0);
    past.Reset();
  }
  if (known) {
    TRY(statements_->delete_edges.Bind(1, location_id).Run());
    TRY(FreezeLocationText(location_id));
    TRY(statements_->revive_location.Bind(1, location_id)
            .BindText(2, document.title)
            .BindHash(3, document.source_hash)
            .BindText(4, document.extraction_version)
            .Bind(5, now)
            .Bind(6, static_cast<std::int64_t>(log_->size()))
            .Run());
  } else {
    sqlite::Statement& insert = statements_->insert_location;
    insert.BindText(1, document.uri)
        .BindText(3, document.title)
        .BindHash(4, document.source_hash)
        .BindText(5, document.extraction_version)
        .Bind(6, now)
        .Bind(7, static_cast<std::int64_t>(log_->size()));
    doc_id ? insert.Bind(2, *doc_id) : insert.BindNull(2);
    TRY(insert.Run());
    location_id = database_.last_insert_rowid();
  }
  if (doc_id) {
    TRY(statements_->index_title.Bind(1, location_id).BindText(2, document.title_terms).Run());
  }
  TRY(PutLinks(location_id, document));
  return location_id;
}

Status ShardWriter::PutLinks(std::int64_t location_id, const PreparedDocument& document) {
  for (const std::string& link : document.links) {
    TRY(statements_->insert_edge.Bind(1, location_id).BindText(2, "link").BindText(3, link).Run());
  }
  if (document.is_alias()) {
    TRY(statements_->insert_edge.Bind(1, location_id)
            .BindText(2, "alias")
            .BindText(3, document.alias_of)
            .Run());
  }
  return {};
}

Status ShardWriter::Retire(const Location& location, std::string_view state) {
  TRY(statements_->retire_location.Bind(1, location.location_id).BindText(2, state).Run());
  has_past_ = true;
  if (!location.doc_id) return {};
  TRY(statements_->unindex_title.Bind(1, location.location_id).Run());
  TRY(AddLocationCount(*location.doc_id, -1));
  TRY_ASSIGN(const std::optional<DocumentRow> row, FindDocument(*location.root));
  if (!row)
    return Fail(ErrorCode::kCorrupt,
                "document " + location.root->hex() + " is not found; run arborist fsck");
  if (row->current_locations == 0) TRY(Unindex(row->doc_id));
  return {};
}

// The newest event of this location speaks of its row as it is. Before the row changes, or another
// event takes that place, the text is kept with the event.
Status ShardWriter::FreezeLocationText(std::int64_t location_id) {
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare(
                 "SELECT uri, title, extraction_version, source_hash, last_event FROM locations "
                 "WHERE location_id=?1"));
  select.Bind(1, location_id);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return Fail(ErrorCode::kCorrupt, "a location is not found; run arborist fsck");
  TRY_ASSIGN(const Hash256 source, select.Hash(3));
  const std::string text =
      store::LocationText(select.Text(0), select.Text(1), select.Text(2), SourceHash(source));
  TRY_ASSIGN(
      sqlite::Statement update,
      database_.Prepare(
          "UPDATE audit_texts SET text=?3, location_id=NULL WHERE seq=?1 AND location_id=?2"));
  return update.Bind(1, select.Int(4)).Bind(2, location_id).BindText(3, text).Run();
}

Status ShardWriter::SetLastEvent(std::int64_t location_id) {
  TRY_ASSIGN(sqlite::Statement update,
             database_.Prepare("UPDATE locations SET last_event=?2 WHERE location_id=?1"));
  return update.Bind(1, location_id).Bind(2, static_cast<std::int64_t>(log_->size())).Run();
}

Result<PutOutcome> ShardWriter::Refresh(const Location& location,
                                        const PreparedDocument& document) {
  const bool title_changed = location.title != document.title;
  TRY(FreezeLocationText(location.location_id));
  TRY(statements_->refresh_location.Bind(1, location.location_id)
          .BindText(2, document.title)
          .BindHash(3, document.source_hash)
          .BindText(4, document.extraction_version)
          .Bind(5, options_.clock->NowSeconds())
          .Bind(6, static_cast<std::int64_t>(log_->size()))
          .Run());
  if (title_changed && location.doc_id) {
    TRY(statements_->unindex_title.Bind(1, location.location_id).Run());
    TRY(statements_->index_title.Bind(1, location.location_id)
            .BindText(2, document.title_terms)
            .Run());
  }
  TRY(statements_->delete_edges.Bind(1, location.location_id).Run());
  TRY(PutLinks(location.location_id, document));
  NewEvent event{.type = "location_updated",
                 .subject = location.root ? location.root->hex() : "alias",
                 .hashes = EventHashes(document),
                 .texts = {{"location", LocationText(document), location.location_id}}};
  if (document.is_alias()) event.texts.push_back({"target", document.alias_of, std::nullopt});
  TRY(log_->Append(event));
  return PutOutcome::kUnchanged;
}

Result<PutOutcome> ShardWriter::PutAlias(const std::optional<Location>& current,
                                         const PreparedDocument& document) {
  if (current && !current->doc_id) {
    TRY(Refresh(*current, document));
    return PutOutcome::kAlias;
  }
  if (current) TRY(Retire(*current, "superseded"));
  TRY_ASSIGN(const std::int64_t location_id, MakeCurrent(document, std::nullopt));
  NewEvent event{.type = "alias_added",
                 .subject = "alias",
                 .hashes = EventHashes(document),
                 .texts = {{"location", LocationText(document), location_id},
                           {"target", document.alias_of, std::nullopt}}};
  if (current) event.hashes.emplace("previous", *current->root);
  TRY(log_->Append(event));
  return PutOutcome::kAlias;
}

Result<PutOutcome> ShardWriter::Put(const PreparedDocument& document, bool reextract) {
  CHECK(transaction_);
  TRY_ASSIGN(const std::optional<Location> current, CurrentLocation(document.uri));
  if (current && current->source_hash == document.source_hash && !reextract) {
    TRY(Touch(document.uri));
    return PutOutcome::kUnchanged;
  }
  if (document.is_alias()) return PutAlias(current, document);

  TRY_ASSIGN(std::optional<DocumentRow> row, FindDocument(document.root));
  if (row && row->leaf_count != static_cast<std::int64_t>(document.chunks.size())) {
    return Fail(ErrorCode::kAmbiguous, "ambiguous_root: " + document.root.hex() +
                                           " is known with " + std::to_string(row->leaf_count) +
                                           " chunks, this text has " +
                                           std::to_string(document.chunks.size()));
  }
  if (current && current->root && *current->root == document.root)
    return Refresh(*current, document);

  const bool known = row.has_value();
  if (!row) {
    TRY_ASSIGN(row, InsertDocument(document));
  }
  if (row->current_locations == 0) TRY(Index(*row, document));
  if (current) TRY(Retire(*current, "superseded"));
  if (known) TRY(AddLocationCount(row->doc_id, 1));  // a new row is made with its first
  TRY_ASSIGN(const std::int64_t location_id, MakeCurrent(document, row->doc_id));
  NewEvent event{
      .type = known ? (row->current_locations == 0 ? "document_restored" : "location_added")
                    : "document_added",
      .subject = document.root.hex(),
      .hashes = EventHashes(document),
      .texts = {{"location", LocationText(document), location_id}}};
  if (!known) event.hashes.emplace("document", HashDescriptor(DescriptorOf(document)));
  if (current && current->root) {
    TRY(statements_->insert_edge.Bind(1, location_id)
            .BindText(2, "supersedes")
            .BindText(3, current->root->hex())
            .Run());
    if (!known) event.type = "document_superseded";
    event.hashes.emplace("previous", *current->root);
  }
  TRY(log_->Append(event));
  return current ? PutOutcome::kSuperseded : PutOutcome::kAdded;
}

Status ShardWriter::Touch(std::string_view uri) {
  return statements_->touch_location.BindText(1, uri).Bind(2, options_.clock->NowSeconds()).Run();
}

Result<bool> ShardWriter::MarkGone(std::string_view uri) {
  CHECK(transaction_);
  TRY_ASSIGN(const std::optional<Location> current, CurrentLocation(uri));
  if (!current) return false;
  TRY(FreezeLocationText(current->location_id));
  TRY(Retire(*current, "gone"));
  TRY(SetLastEvent(current->location_id));
  TRY(log_->Append({.type = "location_gone",
                    .subject = current->root ? current->root->hex() : "alias",
                    .hashes = {},
                    .texts = {{"location",
                               store::LocationText(uri, current->title, current->extraction_version,
                                                   current->source_hash),
                               current->location_id}}}));
  return true;
}

Result<bool> ShardWriter::IsEmpty() {
  TRY_ASSIGN(const std::int64_t any, database_.QueryInt("SELECT EXISTS(SELECT 1 FROM locations)"));
  return any == 0;
}

Result<std::vector<std::string>> ShardWriter::CurrentFileUris(std::string_view prefix) {
  TRY_ASSIGN(
      sqlite::Statement select,
      database_.Prepare("SELECT uri FROM locations WHERE state='current' AND uri>=?1 AND uri<?2 "
                        "AND extraction_version NOT IN ('wikitext-v1','jsonl-v1') ORDER BY uri"));
  const std::string end = std::string(prefix) + "\xF4\x8F\xBF\xBF";  // the last code point there is
  select.BindText(1, prefix).BindText(2, end);
  std::vector<std::string> uris;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return uris;
    uris.emplace_back(select.Text(0));
  }
}

Result<std::optional<std::string>> ShardWriter::GetMeta(std::string_view key) {
  TRY_ASSIGN(sqlite::Statement select, database_.Prepare("SELECT value FROM meta WHERE key=?1"));
  select.BindText(1, key);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return std::nullopt;
  return std::string(select.Text(0));
}

Result<std::vector<std::pair<std::string, std::string>>> ShardWriter::MetaWithPrefix(
    std::string_view prefix) {
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare(
                 "SELECT key, value FROM meta WHERE substr(key,1,length(?1))=?1 ORDER BY key"));
  select.BindText(1, prefix);
  std::vector<std::pair<std::string, std::string>> rows;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return rows;
    rows.emplace_back(select.Text(0), select.Text(1));
  }
}

Status ShardWriter::SetMeta(std::string_view key, std::string_view value) {
  if (value.empty()) {
    TRY_ASSIGN(sqlite::Statement remove, database_.Prepare("DELETE FROM meta WHERE key=?1"));
    return remove.BindText(1, key).Run();
  }
  TRY_ASSIGN(sqlite::Statement put,
             database_.Prepare("INSERT INTO meta VALUES(?1,?2,?3) ON CONFLICT(key) DO "
                               "UPDATE SET value=?2, updated_at=?3"));
  return put.BindText(1, key).BindText(2, value).Bind(3, options_.clock->NowSeconds()).Run();
}

Result<std::optional<std::string>> ShardWriter::Dictionary() {
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT content FROM dictionaries ORDER BY dictionary_id LIMIT 1"));
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return std::nullopt;
  return std::string(select.Blob(0));
}

Status ShardWriter::SetDictionary(std::string_view content) {
  CHECK(transaction_);
  TRY_ASSIGN(sqlite::Statement insert,
             database_.Prepare("INSERT INTO dictionaries(content) VALUES(?1)"));
  TRY(insert.BindBlob(1, content).Run());
  const Hash256 hash = crypto::Sha256(content);
  return log_->Append(
      {.type = "dictionary_added", .subject = hash.hex(), .hashes = {}, .texts = {}});
}

Status ShardWriter::Finish() {
  CHECK(!transaction_);
  // A reader that looks at an older moment keeps the log; the next writer folds it back then.
  return database_.Execute(
      "PRAGMA busy_timeout=200; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout=30000;");
}

}  // namespace arborist::store
