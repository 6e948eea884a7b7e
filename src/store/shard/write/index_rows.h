// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "store/shard/prepared_document.h"
#include "store/shard/write/connection.h"
#include "store/shard/write/document_rows.h"
#include "store/shard/write/eviction_rows.h"
#include "store/shard/write/revision_rows.h"

namespace arborist::store {

// The indexes of a shard that is written: of texts, of titles and of keywords. For the files of
// write/ only; within the writer's transaction, on its thread.
class IndexRows {
 public:
  // Within a transaction.
  static Result<std::unique_ptr<IndexRows>> Open(WriterConnection* connection,
                                                 DocumentRows* documents, RevisionRows* revisions,
                                                 EvictionRows* evictions);

  // By the terms of revision 0; by those of the one that is given where the text of 0 is evicted.
  Status Add(const DocumentRow& row, const PreparedDocument& document, std::int64_t revision);
  Status Remove(const DocumentRow& row);
  Status AddTitle(std::int64_t location_id, std::string_view terms);
  Status RemoveTitle(std::int64_t location_id);
  // Before the transaction commits: brings the statistics up to what was added and removed.
  Status Flush();
  // No byte of what was removed stays in the indexes.
  Status Purge();

 private:
  struct Statements {
    sqlite::Statement add_chunk;
    sqlite::Statement remove_chunk;
    sqlite::Statement chunk_terms;
    sqlite::Statement add_title;
    sqlite::Statement remove_title;
    sqlite::Statement add_keywords;
    sqlite::Statement remove_keywords;
    sqlite::Statement update_stats;
  };
  static Result<Statements> Prepare(sqlite::Database* database);
  IndexRows(WriterConnection* connection, DocumentRows* documents, RevisionRows* revisions,
            EvictionRows* evictions, Statements statements)
      : connection_(connection),
        documents_(documents),
        revisions_(revisions),
        evictions_(evictions),
        statements_(std::move(statements)) {}

  WriterConnection* connection_;
  DocumentRows* documents_;
  RevisionRows* revisions_;
  EvictionRows* evictions_;
  Statements statements_;
  std::int64_t chunks_ = 0;  // changes to index_stats since the last Flush
  std::int64_t terms_ = 0;
};

}  // namespace arborist::store
