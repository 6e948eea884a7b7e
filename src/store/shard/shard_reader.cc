// SPDX-License-Identifier: AGPL-3.0-only
// A snapshot is one read transaction on a connection of its own. SQLite's data_version tells
// whether anybody wrote since the last one: while it is the same, what the index worked out and the
// dictionary are kept.
#include "store/shard/shard_reader.h"

#include "base/clock.h"
#include "base/version.h"
#include "store/index/fts5_reader.h"
#include "store/inside.h"
#include "store/log/audit_log.h"
#include "store/log/sqlite_log.h"
#include "store/schema/schema.h"
#include "store/shard/shard_writer.h"

namespace arborist::store {

namespace {

// A writer does it, under its lock and with its event.
Status Migrate(const ShardAddress& shard) {
  const SystemClock clock;
  SystemRandom random;
  const auto writer = ShardWriter::Open(
      shard, {.clock = &clock, .random = &random, .actor = std::string(kProgramActor)});
  return writer ? Status() : std::unexpected(writer.error());
}

}  // namespace

sqlite::Database* Inside::DatabaseOf(ShardReader* shard) { return &shard->database_; }

ShardReader::ShardReader(ShardAddress address, sqlite::Database database)
    : address_(std::move(address)),
      database_(std::move(database)),
      log_(std::make_unique<SqliteLog>(&database_, FileOf(address_), LogName::Of::kShard)),
      links_(&database_),
      readings_(&database_) {}
ShardReader::~ShardReader() = default;

index::Reader& ShardReader::index() { return *index_; }

Result<std::unique_ptr<ShardReader>> ShardReader::Open(const ShardAddress& shard) {
  // Without mmap: a mapped page is checked cell by cell at every visit, a cached one once.
  TRY_ASSIGN(sqlite::Database database, sqlite::Database::Open(FileOf(shard), {.mmap_bytes = 0}));
  TRY_ASSIGN(const bool older, IsOlder(&database, ShardSchemaKind()));
  if (older) TRY_IN("its schema is of an older program and could not be migrated", Migrate(shard));
  TRY(CheckReadable(&database, ShardSchemaKind()));
  TRY(CheckSearchTerms(&database));
  std::unique_ptr<ShardReader> reader(new ShardReader(shard, std::move(database)));
  TRY_ASSIGN(reader->index_, Fts5Reader::Open(&reader->database_));
  reader->room_.reset(new Room(&reader->database_, reader->index_.get()));
  TRY_ASSIGN(reader->documents_, Documents::Open(&reader->database_, reader.get()));
  TRY_ASSIGN(reader->locations_, Locations::Open(&reader->database_, reader.get()));
  TRY_ASSIGN(reader->texts_, Texts::Open(&reader->database_, reader->documents_.get()));
  TRY_ASSIGN(reader->derivations_, Derivations::Open(&reader->database_));
  TRY(reader->Renew());
  return reader;
}

void ShardReader::Release() {
  (void)database_.Execute("ROLLBACK");  // fails when there is nothing to end
}

Status ShardReader::Renew() {
  Release();
  TRY(database_.Execute("BEGIN"));
  TRY_ASSIGN(const std::int64_t version, database_.QueryInt("PRAGMA data_version"));
  if (version == version_) return {};
  version_.reset();
  index_->Forget();
  TRY(texts_->ReadDictionary());
  version_ = version;
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
  counts.file_bytes = StoredBytes();
  return counts;
}

Result<std::optional<std::string>> ShardReader::NewestContentDate() {
  TRY_ASSIGN(sqlite::Statement select, database_.Prepare("SELECT value FROM meta WHERE key=?1"));
  return select.BindText(1, kNewestContentDate).FirstRow([](const sqlite::Statement& row) {
    return std::string(row.Text(0));
  });
}

// The file, and the log of what was not folded into it yet.
std::int64_t ShardReader::StoredBytes() const {
  std::int64_t bytes = 0;
  for (const char* suffix : {"", "-wal"}) {
    std::error_code ignored;
    const auto size = std::filesystem::file_size(FileOf(address_).string() + suffix, ignored);
    if (!ignored) bytes += static_cast<std::int64_t>(size);
  }
  return bytes;
}

}  // namespace arborist::store
