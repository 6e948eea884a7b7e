// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/files.h"
#include "compress/chunk_codec.h"
#include "sqlite/database.h"
#include "store/log/audit_log.h"
#include "store/shard/shard_writer.h"

namespace arborist::store {

// What the parts of one ShardWriter share: the lock, the database, the log, the transaction. For
// the files of write/ only; the writer owns it, and it outlives the parts.
class WriterConnection {
 public:
  // Takes the lock, and creates the file or brings its schema forward.
  static Result<std::unique_ptr<WriterConnection>> Open(const ShardAddress& shard,
                                                        const ShardWriter::Options& options);

  Status Begin();
  Status Commit();
  bool in_transaction() const { return transaction_.has_value(); }
  // Within a transaction, before the first use of log().
  Status OpenLog();

  sqlite::Database& database() { return database_; }
  AuditLog& log() { return *log_; }
  std::int64_t NowSeconds() const { return options_.clock->NowSeconds(); }
  // What is no text of a document is compressed without the shard's dictionary.
  compress::ChunkCodec& plain_codec() { return plain_codec_; }
  const ShardAddress& address() const { return address_; }

  // A statement with one parameter, run once.
  Status RunWith(std::string_view sql, std::int64_t id);
  Status RunWith(std::string_view sql, std::string_view text);

 private:
  WriterConnection(ShardAddress address, FileLock lock, sqlite::Database database,
                   const ShardWriter::Options& options);

  ShardAddress address_;
  FileLock lock_;
  sqlite::Database database_;
  ShardWriter::Options options_;
  std::optional<AuditLog> log_;
  std::optional<sqlite::Transaction> transaction_;
  compress::ChunkCodec plain_codec_;
};

}  // namespace arborist::store
