// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "base/hash256.h"
#include "document/chunker.h"
#include "document/descriptor.h"
#include "store/shard/prepared_document.h"
#include "store/shard/write/connection.h"

namespace arborist::store {

// A document as its row has it.
struct DocumentRow {
  std::int64_t doc_id = 0;
  std::int64_t first_chunk_id = 0;
  std::int64_t leaf_count = 0;
  std::int64_t current_locations = 0;
  std::int64_t format_id = 0;
  std::int64_t text_bytes = 0;

  std::int64_t last_chunk_id() const { return first_chunk_id + leaf_count - 1; }
};

// What many documents share: how their identity was made.
struct DocumentFormat {
  document::Kind kind = document::Kind::kSurface;
  std::int64_t compression_depth = 0;
  std::string source_type;
  std::string schema_version;
  std::string canonicalization_version;
  std::string chunking_version;

  bool is_core() const { return kind == document::Kind::kCore; }
  bool is_searched() const { return compression_depth == 0; }
  bool is_keywords() const {
    return is_core() && compression_depth == 1 && source_type == kKeywordSourceType;
  }
};

// The rows of documents, formats and chunks of a shard that is written. For the files of write/
// only; within the writer's transaction, on its thread.
class DocumentRows {
 public:
  static Result<std::unique_ptr<DocumentRows>> Open(WriterConnection* connection);

  Result<std::optional<DocumentRow>> Find(const DocumentRoot& root);
  Result<DocumentFormat> FormatOf(const DocumentRow& row);
  // A document that is not here, with its chunks. Its first location is counted already.
  Result<DocumentRow> Insert(const PreparedDocument& document);
  Status AddLocations(std::int64_t doc_id, int change);
  // A text that was known as a core only has come from a source: its row is as of one that was just
  // inserted.
  Status MakeSurface(DocumentRow* row, const PreparedDocument& document);
  Status SetTermCount(std::int64_t chunk_id, std::int64_t terms);
  Status AddHits(const DocumentRoot& root, std::int64_t count, std::int64_t last);

 private:
  struct Statements {
    sqlite::Statement find;
    sqlite::Statement insert;
    sqlite::Statement insert_chunk;
    sqlite::Statement add_locations;
    sqlite::Statement set_term_count;
  };
  DocumentRows(WriterConnection* connection, Statements statements, std::int64_t next_chunk_id)
      : connection_(connection),
        statements_(std::move(statements)),
        next_chunk_id_(next_chunk_id) {}
  Result<std::int64_t> FormatId(const PreparedDocument& document);

  WriterConnection* connection_;
  Statements statements_;
  std::int64_t next_chunk_id_;
  using FormatKey = std::tuple<document::Kind, std::int64_t, std::string, document::Chunking>;
  std::map<FormatKey, std::int64_t> format_ids_;
  std::map<std::int64_t, DocumentFormat> formats_;
};

}  // namespace arborist::store
