// SPDX-License-Identifier: AGPL-3.0-only
#include "store/shard/shard_writer.h"

#include <utility>

#include "base/check.h"
#include "store/log/bindings.h"
#include "store/schema/schema.h"
#include "store/shard/shard_writer_statements.h"
#include "text/search_tokens.h"
#include "text/utf8.h"

namespace arborist::store {

namespace {

// Readers refuse a name that is not text, and with it every list it stands in: what they would not
// give back is not taken.
Status CheckNames(const PreparedDocument& document) {
  const std::pair<std::string_view, std::string_view> names[] = {
      {"URI", document.uri}, {"title", document.title}, {"target", document.alias_of}};
  for (const auto& [what, name] : names) {
    const std::size_t bad = text::FindInvalidUtf8(name, true);
    if (bad == std::string_view::npos) continue;
    return Fail(ErrorCode::kInvalidData,
                "its " + std::string(what) + " is not UTF-8 at byte " + std::to_string(bad));
  }
  return {};
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
  // Without mmap: what is mapped counts as memory and no cache bounds it.
  TRY_ASSIGN(sqlite::Database database,
             sqlite::Database::Open(
                 path, {.mode = sqlite::OpenMode::kCreate, .mmap_bytes = 0, .page_bytes = 16384}));
  TRY(
      database.Execute("PRAGMA auto_vacuum=INCREMENTAL; PRAGMA journal_mode=WAL; "
                       "PRAGMA wal_autocheckpoint=4096;"));
  const auto begin = [&]() -> Status {
    TRY_ASSIGN(sqlite::Statement terms,
               database.Prepare("INSERT INTO schema_meta VALUES('terms',?1)"));
    TRY(terms.BindText(1, text::kSearchTokensVersion).Run());
    TRY(AuditLog::Open(&database, options.clock, options.random, options.actor));
    return {};
  };
  const auto migrated = [&]() -> Status {
    TRY_ASSIGN(AuditLog log,
               AuditLog::Open(&database, options.clock, options.random, options.actor));
    return log.Append({.type = kSchemaMigrated,
                       .subject = std::to_string(ShardSchemaKind().newest()),
                       .hashes = {},
                       .texts = {}});
  };
  TRY(CreateOrMigrate(&database, ShardSchemaKind(), begin, migrated));
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
  TRY_ASSIGN(const std::int64_t evictions,
             writer->database_.QueryInt("SELECT EXISTS(SELECT 1 FROM evictions)"));
  writer->has_evictions_ = evictions != 0;
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

Result<PutOutcome> ShardWriter::Put(const PreparedDocument& document, bool reextract) {
  CHECK(transaction_);
  TRY(CheckNames(document));
  const AuditLog::Moment moment(&*log_);
  TRY_ASSIGN(const std::optional<Location> current, CurrentLocation(document.uri));
  if (current && current->source_hash == document.source_hash && !reextract &&
      (current->revision || !current->doc_id)) {
    TRY(Touch(document.uri));
    return PutOutcome::kUnchanged;
  }
  if (document.is_alias()) return PutAlias(current, document);
  TRY_ASSIGN(const bool stale, HasStaleSource(document));
  if (stale) return RefuseCore(current, document.uri);

  TRY_ASSIGN(std::optional<DocumentRow> row, FindDocument(document.root));
  if (row && row->leaf_count != static_cast<std::int64_t>(document.chunks.size())) {
    return Refuse("ambiguous_root",
                  document.root.hex() + " is known with " + std::to_string(row->leaf_count) +
                      " chunks, this text has " + std::to_string(document.chunks.size()),
                  ErrorCode::kAmbiguous);
  }
  bool known = row.has_value();
  if (row) {
    TRY_ASSIGN(const Format format, FormatOf(row->format_id));
    // White space alone can make a chunk too long for the rule by which the document was cut.
    if (format.chunking_version != document::Name(document.chunking)) {
      return Refuse("ambiguous_root",
                    document.root.hex() + " is known with chunks by " + format.chunking_version +
                        ", this text is cut by " + std::string(document::Name(document.chunking)),
                    ErrorCode::kAmbiguous);
    }
    if (document.is_core() &&
        (!format.is_core || format.compression_depth != document.compression_depth ||
         format.source_type != document.source_type)) {
      return RefuseCore(current, document.uri);
    }
    if (format.is_core && !document.is_core()) {
      TRY(MakeSurface(&*row, document));
      known = false;
    }
  }
  std::int64_t revision = 0;
  if (row) {
    TRY_ASSIGN(revision, FindOrAddRevision(*row, document));
  } else {
    TRY_ASSIGN(row, InsertDocument(document));
  }
  if (current && current->root && *current->root == document.root) {
    // Where it is not known which form the location had, the first is what was shown, and stays.
    if (current->revision.value_or(0) == revision)
      return Refresh(*current, document, &*row, revision);
    return Revise(*current, document, *row, revision);
  }
  // A text that is read at a new place is wanted: it comes back if it was evicted.
  TRY(Fill(*row, revision, document));
  TRY_ASSIGN(const Tier tier, TierOf(row->doc_id));
  if (row->current_locations == 0 && tier != Tier::kCold) TRY(Index(*row, document, revision));
  if (current) TRY(Retire(*current, "superseded"));
  if (known) TRY(AddLocationCount(row->doc_id, 1));  // a new row is made with its first
  TRY_ASSIGN(const std::int64_t location_id, MakeCurrent(document, row->doc_id, revision));
  if (document.is_core()) TRY(PutDerivation(location_id, row->doc_id, document));
  NewEvent event{
      .type = known ? (row->current_locations == 0 ? "document_restored" : "location_added")
                    : "document_added",
      .subject = document.root.hex(),
      .hashes = LinkHashes(document),
      .texts = {{"location", LocationText(document), location_id}}};
  TRY(Bind(document.root, *row, revision, &event));
  if (current && current->root) {
    TRY(statements_->insert_edge.Bind(1, location_id)
            .BindText(2, "supersedes")
            .BindText(3, current->root->hex())
            .Run());
    if (!known) event.type = "document_superseded";
    event.hashes.emplace("previous", *current->root);
  }
  if (document.is_core()) {
    event.type = kCoreDerived;
    event.hashes.emplace("derivation",
                         document::HashDerivation(document.root, *document.derivation));
  }
  TRY(NoteDate(document));
  TRY(log_->Append(event));
  return current ? PutOutcome::kSuperseded : PutOutcome::kAdded;
}

Status ShardWriter::Touch(std::string_view uri) {
  return statements_->touch_location.BindText(1, uri).Bind(2, options_.clock->NowSeconds()).Run();
}

Result<bool> ShardWriter::MarkGone(std::string_view uri) {
  CHECK(transaction_);
  const AuditLog::Moment moment(&*log_);
  TRY_ASSIGN(const std::optional<Location> current, CurrentLocation(uri));
  if (!current) return false;
  TRY(FreezeLocationText(current->location_id));
  TRY(Retire(*current, "gone"));
  TRY(SetLastEvent(current->location_id));
  NewEvent event{.type = "location_gone",
                 .subject = current->root ? current->root->hex() : "alias",
                 .hashes = {},
                 .texts = {{"location",
                            LocationText(uri, current->title, current->extraction_version,
                                         current->source_hash),
                            current->location_id}}};
  if (current->root) {
    TRY_ASSIGN(const std::optional<DocumentRow> row, FindDocument(*current->root));
    if (row) TRY(Bind(*current->root, *row, current->revision, &event));
  }
  TRY(log_->Append(event));
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

Status ShardWriter::Finish() {
  CHECK(!transaction_);
  // A reader that looks at an older moment keeps the log; the next writer folds it back then.
  // Pages that merging the index left behind go back first.
  return database_.Execute(
      "PRAGMA incremental_vacuum; PRAGMA busy_timeout=200; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA "
      "busy_timeout=30000;");
}

}  // namespace arborist::store
