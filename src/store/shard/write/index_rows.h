// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "index/writer.h"
#include "store/shard/prepared_document.h"
#include "store/shard/write/connection.h"
#include "store/shard/write/document_rows.h"
#include "store/shard/write/eviction_rows.h"
#include "store/shard/write/revision_rows.h"

namespace arborist::store {

// Documents and locations in the index of a shard that is written: which terms go in for them, and
// which rows come out. For the files of write/ only; within the writer's transaction, on its
// thread.
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
  // Before the transaction commits.
  Status Flush() { return index_->Flush(); }
  Status Purge() { return index_->Purge(); }

 private:
  IndexRows(std::unique_ptr<index::Writer> index, DocumentRows* documents, RevisionRows* revisions,
            EvictionRows* evictions)
      : index_(std::move(index)),
        documents_(documents),
        revisions_(revisions),
        evictions_(evictions) {}

  std::unique_ptr<index::Writer> index_;
  DocumentRows* documents_;
  RevisionRows* revisions_;
  EvictionRows* evictions_;
};

}  // namespace arborist::store
