// SPDX-License-Identifier: AGPL-3.0-only
// The parts of a writer (write/) each know some tables: documents and their chunks, revisions,
// evictions, the indexes, locations, derivations. Above them stand the ways in which a shard
// changes: Putting, Retirement, Evictions, Burns. A part calls only parts that are opened before
// it.
#include "store/shard/shard_writer.h"

#include <optional>
#include <utility>

#include "base/check.h"
#include "store/shard/write/connection.h"
#include "store/shard/write/derivation_rows.h"
#include "store/shard/write/document_rows.h"
#include "store/shard/write/eviction_rows.h"
#include "store/shard/write/index_rows.h"
#include "store/shard/write/location_rows.h"
#include "store/shard/write/putting.h"
#include "store/shard/write/retirement.h"
#include "store/shard/write/revision_rows.h"

namespace arborist::store {

struct ShardWriter::Parts {
  explicit Parts(std::unique_ptr<WriterConnection> opened)
      : connection(std::move(opened)), meta(connection.get()), dictionary(connection.get()) {}

  Status OpenRows();
  void MakeChanges();

  std::unique_ptr<WriterConnection> connection;
  ShardMeta meta;
  ShardDictionary dictionary;

  std::unique_ptr<DocumentRows> documents;
  std::unique_ptr<RevisionRows> revisions;
  std::unique_ptr<EvictionRows> eviction_rows;
  std::unique_ptr<IndexRows> index;
  std::unique_ptr<LocationRows> locations;
  std::unique_ptr<DerivationRows> derivations;

  std::unique_ptr<Retirement> retirement;
  std::unique_ptr<Evictions> evictions;
  std::unique_ptr<Burns> burns;
  std::unique_ptr<Putting> putting;
};

Status ShardWriter::Parts::OpenRows() {
  WriterConnection* const shard = connection.get();
  TRY_ASSIGN(documents, DocumentRows::Open(shard));
  TRY_ASSIGN(revisions, RevisionRows::Open(shard, &dictionary, documents.get()));
  TRY_ASSIGN(eviction_rows, EvictionRows::Open(shard));
  TRY(shard->Begin());
  TRY_ASSIGN(index, IndexRows::Open(shard, documents.get(), revisions.get(), eviction_rows.get()));
  TRY(shard->OpenLog());
  TRY(shard->Commit());
  TRY_ASSIGN(locations, LocationRows::Open(shard, index.get()));
  TRY_ASSIGN(derivations, DerivationRows::Open(shard, documents.get()));
  return {};
}

void ShardWriter::Parts::MakeChanges() {
  WriterConnection* const shard = connection.get();
  retirement = std::make_unique<Retirement>(shard, documents.get(), revisions.get(), index.get(),
                                            locations.get(), derivations.get());
  evictions.reset(new Evictions({.connection = shard,
                                 .dictionary = &dictionary,
                                 .documents = documents.get(),
                                 .revisions = revisions.get(),
                                 .rows = eviction_rows.get(),
                                 .index = index.get(),
                                 .locations = locations.get()}));
  burns.reset(new Burns({.connection = shard,
                         .documents = documents.get(),
                         .revisions = revisions.get(),
                         .index = index.get(),
                         .locations = locations.get()}));
  putting = std::make_unique<Putting>(Putting::Parts{.connection = shard,
                                                     .meta = &meta,
                                                     .documents = documents.get(),
                                                     .revisions = revisions.get(),
                                                     .eviction_rows = eviction_rows.get(),
                                                     .index = index.get(),
                                                     .locations = locations.get(),
                                                     .derivations = derivations.get(),
                                                     .retirement = retirement.get(),
                                                     .evictions = evictions.get()});
}

ShardWriter::ShardWriter(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
ShardWriter::~ShardWriter() = default;

Result<std::unique_ptr<ShardWriter>> ShardWriter::Open(const ShardAddress& shard,
                                                       const Options& options) {
  TRY_ASSIGN(std::unique_ptr<WriterConnection> connection, WriterConnection::Open(shard, options));
  auto parts = std::make_unique<Parts>(std::move(connection));
  TRY(parts->OpenRows());
  parts->MakeChanges();
  return std::unique_ptr<ShardWriter>(new ShardWriter(std::move(parts)));
}

Status ShardWriter::Begin() { return parts_->connection->Begin(); }

Status ShardWriter::Commit() {
  CHECK(in_transaction());
  TRY(parts_->index->Flush());
  return parts_->connection->Commit();
}

bool ShardWriter::in_transaction() const { return parts_->connection->in_transaction(); }

Result<PutOutcome> ShardWriter::Put(const PreparedDocument& document, SameBytes same) {
  return parts_->putting->Put(document, same);
}

Result<bool> ShardWriter::IsUnchanged(std::string_view uri, const SourceHash& source_hash) {
  TRY_ASSIGN(const std::optional<LocationRow> location, parts_->locations->Current(uri));
  return location && location->IsOf(source_hash);
}

Status ShardWriter::Touch(std::string_view uri) { return parts_->locations->Touch(uri); }

Result<bool> ShardWriter::MarkGone(std::string_view uri) {
  return parts_->retirement->MarkGone(uri);
}

Result<std::vector<std::string>> ShardWriter::CurrentFileUris(std::string_view prefix) {
  return parts_->locations->CurrentFiles(prefix);
}

Result<bool> ShardWriter::IsEmpty() { return parts_->locations->IsEmpty(); }

ShardMeta& ShardWriter::meta() { return parts_->meta; }
ShardDictionary& ShardWriter::dictionary() { return parts_->dictionary; }
Evictions& ShardWriter::evictions() { return *parts_->evictions; }
Burns& ShardWriter::burns() { return *parts_->burns; }

// Gives pages that are free back and folds the write-ahead log into the file. A reader that looks
// at an older moment keeps the log; the next writer folds it back then. Pages that merging the
// index left behind go back first.
Status ShardWriter::Finish() {
  CHECK(!in_transaction());
  return parts_->connection->database().Execute(
      "PRAGMA incremental_vacuum; PRAGMA busy_timeout=200; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA "
      "busy_timeout=30000;");
}

const ShardAddress& ShardWriter::address() const { return parts_->connection->address(); }

}  // namespace arborist::store
