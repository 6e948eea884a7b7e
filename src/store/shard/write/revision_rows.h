// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/hash256.h"
#include "document/chunker.h"
#include "store/shard/prepared_document.h"
#include "store/shard/write/connection.h"
#include "store/shard/write/dictionary.h"
#include "store/shard/write/document_rows.h"

namespace arborist::store {

// Revisions of a shard that is written: texts with the same root that differ in white space or
// Unicode form. The text of revision 0 stands with the chunks, those of others in rows of their
// own. For the files of write/ only; within the writer's transaction, on its thread. kCorrupt: a
// stored text does not hash to its leaves.
class RevisionRows {
 public:
  static Result<std::unique_ptr<RevisionRows>> Open(WriterConnection* connection,
                                                    ShardDictionary* dictionary,
                                                    DocumentRows* documents);

  Status InsertFirst(const DocumentRow& row, const PreparedDocument& document);
  struct Found {
    std::int64_t revision = 0;
    bool added = false;
  };
  Result<Found> FindOrAdd(const DocumentRow& row, const PreparedDocument& document);
  // All but revision 0.
  Result<std::vector<std::int64_t>> Later(const DocumentRow& row);

  // What was recorded of a revision; nothing: it is from before there were revisions.
  struct Hashes {
    Hash256 text;
    std::optional<Hash256> slices;  // nothing where there is one chunk
  };
  Result<std::optional<Hashes>> HashesOf(const DocumentRow& row, std::int64_t revision);
  // The stored slices of a revision, each checked against its leaf; and what they hash to.
  Result<std::vector<std::string>> ReadSlices(const DocumentRoot& root, const DocumentRow& row,
                                              std::int64_t revision);
  Result<document::Revision> Read(const DocumentRoot& root, const DocumentRow& row,
                                  std::int64_t revision);
  // Adds to an event what the log binds of a document, and of the revision that a location has.
  Status Bind(const DocumentRoot& root, const DocumentRow& row,
              std::optional<std::int64_t> revision, NewEvent* event);

 private:
  struct Statements {
    sqlite::Statement insert;
    sqlite::Statement find;
  };
  RevisionRows(WriterConnection* connection, ShardDictionary* dictionary, DocumentRows* documents,
               Statements statements)
      : connection_(connection),
        dictionary_(dictionary),
        documents_(documents),
        statements_(std::move(statements)) {}
  Status Insert(std::int64_t doc_id, std::int64_t revision, const PreparedDocument& document);
  Status InsertSlices(std::int64_t doc_id, std::int64_t revision, const PreparedDocument& document);
  Result<bool> IsUnrecordedFirst(const DocumentRow& row, const PreparedDocument& document);

  WriterConnection* connection_;
  ShardDictionary* dictionary_;
  DocumentRows* documents_;
  Statements statements_;
};

}  // namespace arborist::store
