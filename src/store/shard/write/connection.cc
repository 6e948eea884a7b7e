// SPDX-License-Identifier: AGPL-3.0-only
// One writer at a time: the lock file beside the shard is held as long as the connection lives, so
// that SQLite's own locks are never waited for by two writers.
#include "store/shard/write/connection.h"

#include <utility>

#include "base/check.h"
#include "store/inside.h"
#include "store/schema/schema.h"
#include "text/search_tokens.h"

namespace arborist::store {

WriterConnection::WriterConnection(ShardAddress address, FileLock lock, sqlite::Database database,
                                   const ShardWriter::Options& options)
    : address_(std::move(address)),
      lock_(std::move(lock)),
      database_(std::move(database)),
      options_(options) {}

Result<std::unique_ptr<WriterConnection>> WriterConnection::Open(
    const ShardAddress& shard, const ShardWriter::Options& options) {
  const std::filesystem::path& path = FileOf(shard);
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
  return std::unique_ptr<WriterConnection>(
      new WriterConnection(shard, std::move(lock), std::move(database), options));
}

Status WriterConnection::Begin() {
  CHECK(!transaction_);
  TRY_ASSIGN(transaction_, sqlite::Transaction::Begin(&database_));
  return {};
}

Status WriterConnection::Commit() {
  CHECK(transaction_);
  TRY(transaction_->Commit());
  transaction_.reset();
  return {};
}

Status WriterConnection::OpenLog() {
  TRY_ASSIGN(log_, AuditLog::Open(&database_, options_.clock, options_.random, options_.actor));
  return {};
}

Status WriterConnection::RunWith(std::string_view sql, std::int64_t id) {
  TRY_ASSIGN(sqlite::Statement statement, database_.Prepare(sql));
  return statement.Bind(1, id).Run();
}

Status WriterConnection::RunWith(std::string_view sql, std::string_view text) {
  TRY_ASSIGN(sqlite::Statement statement, database_.Prepare(sql));
  return statement.BindText(1, text).Run();
}

}  // namespace arborist::store
