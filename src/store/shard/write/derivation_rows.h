// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/hash256.h"
#include "store/shard/prepared_document.h"
#include "store/shard/write/connection.h"
#include "store/shard/write/document_rows.h"

namespace arborist::store {

// What the cores of a shard that is written were derived from. For the files of write/ only; within
// the writer's transaction, on its thread.
class DerivationRows {
 public:
  static Result<std::unique_ptr<DerivationRows>> Open(WriterConnection* connection,
                                                      DocumentRows* documents);

  // The derivation of a core at one location, in the place of an earlier one. The event that is
  // appended next binds it.
  Status Put(std::int64_t location_id, std::int64_t doc_id, const PreparedDocument& core);
  // The current locations of the cores that were derived from a text.
  Result<std::vector<std::string>> CurrentUrisFrom(const DocumentRoot& root);
  // Whether a source of this core was superseded or burned while the core was made.
  Result<bool> HasStaleSource(const PreparedDocument& document);

 private:
  struct Statements {
    sqlite::Statement remove;
    sqlite::Statement insert;
    sqlite::Statement uris_from;
  };
  DerivationRows(WriterConnection* connection, DocumentRows* documents, Statements statements)
      : connection_(connection), documents_(documents), statements_(std::move(statements)) {}

  WriterConnection* connection_;
  DocumentRows* documents_;
  Statements statements_;
};

}  // namespace arborist::store
