// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "store/shard/shard_writer.h"

namespace arborist::store {

// What a writer says to its database again and again, prepared once.
struct ShardWriter::Statements {
  static Result<std::unique_ptr<Statements>> Prepare(sqlite::Database* database);

  sqlite::Statement current_location;
  sqlite::Statement past_location;
  sqlite::Statement find_document;
  sqlite::Statement insert_document;
  sqlite::Statement insert_chunk;
  sqlite::Statement index_chunk;
  sqlite::Statement unindex_chunk;
  sqlite::Statement chunk_terms_of;
  sqlite::Statement add_location_count;
  sqlite::Statement insert_location;
  sqlite::Statement revive_location;
  sqlite::Statement retire_location;
  sqlite::Statement refresh_location;
  sqlite::Statement touch_location;
  sqlite::Statement index_title;
  sqlite::Statement unindex_title;
  sqlite::Statement insert_edge;
  sqlite::Statement delete_edges;
  sqlite::Statement insert_links;
  sqlite::Statement delete_links;
  sqlite::Statement update_stats;
  sqlite::Statement index_keywords;
  sqlite::Statement unindex_keywords;
  sqlite::Statement delete_derivations;
  sqlite::Statement insert_derivation;
  sqlite::Statement core_uris_of;
  sqlite::Statement insert_revision;
  sqlite::Statement find_revision;
};

}  // namespace arborist::store
