// SPDX-License-Identifier: AGPL-3.0-only
#include "store/shard/shard_reader.h"

#include "base/clock.h"
#include "base/version.h"
#include "store/inside.h"
#include "store/log/audit_log.h"
#include "store/log/sqlite_log.h"
#include "store/schema/schema.h"
#include "store/shard/shard_reader_statements.h"
#include "store/shard/shard_writer.h"

namespace arborist::store {

Result<std::unique_ptr<ShardReader::Statements>> ShardReader::Statements::Prepare(
    sqlite::Database* database) {
  TRY_ASSIGN(auto find,
             database->Prepare(std::string(kDocumentColumns) + "WHERE document_root=?1"));
  TRY_ASSIGN(auto locations, database->Prepare(std::string(kLocationColumns) +
                                               " FROM locations l " + std::string(kLocationJoins) +
                                               "WHERE l.doc_id=?1 ORDER BY l.uri, l.location_id"));
  TRY_ASSIGN(auto chunk,
             database->Prepare("SELECT content, text_bytes FROM chunks WHERE chunk_id=?1"));
  TRY_ASSIGN(auto slice,
             database->Prepare("SELECT content, text_bytes FROM revision_chunks WHERE doc_id=?1 "
                               "AND revision=?2 AND chunk_idx=?3"));
  TRY_ASSIGN(auto place,
             database->Prepare("SELECT d.document_root, c.chunk_idx, d.leaf_count FROM chunks c "
                               "JOIN documents d USING(doc_id) WHERE c.chunk_id=?1"));
  TRY_ASSIGN(auto frequency, database->Prepare("SELECT doc FROM temp.chunks_vocab WHERE term=?1"));
  TRY_ASSIGN(auto match,
             database->Prepare("SELECT rowid, arborist_rank(chunks_fts, ?2, ?3) FROM chunks_fts "
                               "WHERE chunks_fts MATCH ?1"));
  TRY_ASSIGN(auto add, database->Prepare("SELECT arborist_add(chunks_fts, ?2, ?3) FROM chunks_fts "
                                         "WHERE chunks_fts MATCH ?1 LIMIT 1"));
  TRY_ASSIGN(auto terms, database->Prepare("SELECT term, doc FROM temp.chunks_vocab WHERE term>=?1 "
                                           "AND term<=?2"));
  TRY_ASSIGN(auto tally, database->Prepare("SELECT arborist_tally(chunks_fts, ?2) FROM chunks_fts "
                                           "WHERE chunks_fts MATCH ?1 LIMIT 1"));
  TRY_ASSIGN(auto counts,
             database->Prepare("SELECT rowid, arborist_counts(chunks_fts) FROM chunks_fts "
                               "WHERE chunks_fts MATCH ?1 AND rowid BETWEEN ?2 AND ?3"));
  TRY_ASSIGN(auto leaf, database->Prepare("SELECT leaf_hash FROM chunks WHERE chunk_id=?1"));
  TRY_ASSIGN(auto titles,
             database->Prepare("SELECT rowid FROM titles_fts WHERE titles_fts MATCH ?1"));
  TRY_ASSIGN(auto title,
             database->Prepare("SELECT d.document_root, l.title, d.first_chunk_id FROM locations l "
                               "JOIN documents d USING(doc_id) WHERE l.location_id=?1"));
  TRY_ASSIGN(auto term_count, database->Prepare("SELECT term_count FROM chunks WHERE chunk_id=?1"));
  TRY_ASSIGN(
      auto current_source,
      database->Prepare("SELECT source_hash FROM locations WHERE uri=?1 AND state='current' AND "
                        "(revision IS NOT NULL OR doc_id IS NULL)"));
  TRY_ASSIGN(auto derivations,
             database->Prepare(
                 "SELECT v.location_id, l.uri, l.state, v.event_seq, v.distiller_id, "
                 "v.distiller_version, v.scope_root, v.source_root, v.proof_blob FROM documents d "
                 "JOIN derivations v ON v.core_doc_id=d.doc_id JOIN locations l USING(location_id) "
                 "WHERE d.document_root=?1 ORDER BY l.uri, v.location_id, v.source_root"));
  TRY_ASSIGN(auto keywords,
             database->Prepare("SELECT rowid FROM keywords_fts WHERE keywords_fts MATCH ?1"));
  TRY_ASSIGN(auto keyword_sources,
             database->Prepare(
                 "SELECT s.document_root, s.first_chunk_id FROM chunks c JOIN derivations v ON "
                 "v.core_doc_id=c.doc_id JOIN locations l USING(location_id) JOIN documents s ON "
                 "s.document_root=v.source_root WHERE c.chunk_id=?1 AND l.state='current' AND "
                 "s.current_locations>0 ORDER BY s.document_root"));
  return std::make_unique<Statements>(
      std::move(find), std::move(locations), std::move(chunk), std::move(slice), std::move(place),
      std::move(frequency), std::move(match), std::move(add), std::move(terms), std::move(tally),
      std::move(titles), std::move(title), std::move(term_count), std::move(current_source),
      std::move(counts), std::move(leaf), std::move(derivations), std::move(keywords),
      std::move(keyword_sources));
}

namespace {

// A writer does it, under its lock and with its event.
Status Migrate(const std::filesystem::path& path) {
  const SystemClock clock;
  SystemRandom random;
  const auto writer = ShardWriter::Open(
      path, {.clock = &clock, .random = &random, .actor = std::string(kProgramActor)});
  return writer ? Status() : std::unexpected(writer.error());
}

}  // namespace

sqlite::Database* Inside::DatabaseOf(ShardReader* shard) { return &shard->database_; }

ShardReader::ShardReader(std::filesystem::path path, sqlite::Database database)
    : path_(std::move(path)),
      database_(std::move(database)),
      log_(std::make_unique<SqliteLog>(&database_, path_, LogName::Of::kShard)) {}
ShardReader::~ShardReader() = default;

Result<std::unique_ptr<ShardReader>> ShardReader::Open(const std::filesystem::path& path) {
  // Without mmap: a mapped page is checked cell by cell at every visit, a cached one once.
  TRY_ASSIGN(sqlite::Database database, sqlite::Database::Open(path, {.mmap_bytes = 0}));
  TRY_ASSIGN(const bool older, IsOlder(&database, ShardSchemaKind()));
  if (older) TRY_IN("its schema is of an older program and could not be migrated", Migrate(path));
  TRY(CheckReadable(&database, ShardSchemaKind()));
  TRY(CheckSearchTerms(&database));
  std::unique_ptr<ShardReader> reader(new ShardReader(path, std::move(database)));
  TRY(reader->database_.Execute(
      "CREATE VIRTUAL TABLE temp.chunks_vocab USING fts5vocab('main','chunks_fts','row')"));
  TRY_ASSIGN(reader->statements_, Statements::Prepare(&reader->database_));
  TRY(reader->Snapshot());
  return reader;
}

void ShardReader::Release() {
  (void)database_.Execute("ROLLBACK");  // fails when there is nothing to end
}

Status ShardReader::Snapshot() {
  Release();
  TRY(database_.Execute("BEGIN"));
  TRY_ASSIGN(const std::int64_t version, database_.QueryInt("PRAGMA data_version"));
  if (codec_ != nullptr && version == version_) return {};
  version_ = version;
  lengths_.clear();
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT content FROM dictionaries ORDER BY dictionary_id LIMIT 1"));
  TRY_ASSIGN(const bool row, select.Step());
  // A burn may have taken the dictionary, and an ingest given another.
  if (row && (!dictionary_ || dictionary_->id() != compress::Dictionary::IdOf(select.Blob(0)))) {
    auto dictionary = compress::Dictionary::Load(select.Blob(0));
    if (!dictionary)
      return Fail(ErrorCode::kCorrupt, "compression dictionary: " + dictionary.error().message);
    codec_.reset();
    dictionary_ = std::move(*dictionary);
  } else if (!row && dictionary_) {
    codec_.reset();
    dictionary_.reset();
  }
  if (!codec_)
    codec_ = std::make_unique<compress::ChunkCodec>(dictionary_ ? &*dictionary_ : nullptr);
  return {};
}

Result<ShardCounts> ShardReader::Counts() {
  ShardCounts counts;
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare(
                 "SELECT (SELECT count(*) FROM documents), "
                 "(SELECT count(*) FROM documents WHERE current_locations>0), "
                 "(SELECT count(*) FROM locations WHERE state='current' AND doc_id IS NOT NULL), "
                 "(SELECT count(*) FROM locations WHERE state='current' AND doc_id IS NULL), "
                 "(SELECT count(*) FROM chunks), "
                 "(SELECT coalesce(sum(link_count),0) FROM links), "
                 "(SELECT coalesce(sum(text_bytes),0) FROM documents), "
                 "(SELECT count(*) FROM audit_events), "
                 "(SELECT count(DISTINCT doc_id) FROM evictions WHERE tier='warm'), "
                 "(SELECT count(DISTINCT doc_id) FROM evictions WHERE tier='cold'), "
                 "(SELECT count(*) FROM documents JOIN formats USING(format_id) WHERE "
                 "current_locations>0 AND kind='core')"));
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return Fail(ErrorCode::kCorrupt, "no counts");
  counts = {.documents = select.Int(0),
            .current_documents = select.Int(1),
            .cores = select.Int(10),
            .locations = select.Int(2),
            .aliases = select.Int(3),
            .chunks = select.Int(4),
            .links = select.Int(5),
            .text_bytes = select.Int(6),
            .warm_documents = select.Int(8),
            .cold_documents = select.Int(9),
            .events = select.Int(7),
            .file_bytes = 0};
  counts.file_bytes = FileBytes();
  return counts;
}

Result<std::optional<std::string>> ShardReader::NewestContentDate() {
  TRY_ASSIGN(sqlite::Statement select, database_.Prepare("SELECT value FROM meta WHERE key=?1"));
  select.BindText(1, kNewestContentDate);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return std::nullopt;
  return std::string(select.Text(0));
}

std::int64_t ShardReader::FileBytes() const {
  std::int64_t bytes = 0;
  for (const char* suffix : {"", "-wal"}) {
    std::error_code ignored;
    const auto size = std::filesystem::file_size(path_.string() + suffix, ignored);
    if (!ignored) bytes += static_cast<std::int64_t>(size);
  }
  return bytes;
}

}  // namespace arborist::store
