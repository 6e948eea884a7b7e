// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <memory>
#include <string_view>

#include "store/shard/shard_reader.h"

namespace arborist::store {

// What ReadDocument reads of a row.
inline constexpr std::string_view kDocumentColumns =
    "SELECT doc_id, document_root, kind, compression_depth, source_type, schema_version, "
    "canonicalization_version, chunking_version, leaf_count, text_bytes, ingest_ts, hit_count, "
    "first_chunk_id, current_locations, last_hit_at FROM documents JOIN formats "
    "USING(format_id) ";

// What ReadLocation reads of a row, and where it stands.
inline constexpr std::string_view kLocationColumns =
    "SELECT l.uri, l.title, l.state, l.extraction_version, l.source_hash, l.first_seen, "
    "l.last_seen, l.doc_id, coalesce(l.revision,0), r.text_hash, r.slices_root, r.text_bytes, "
    "e.tier, e.text_hash";
inline constexpr std::string_view kLocationJoins =
    "LEFT JOIN revisions r ON r.doc_id=l.doc_id AND r.revision=coalesce(l.revision,0) "
    "LEFT JOIN evictions e ON e.doc_id=l.doc_id AND e.revision=coalesce(l.revision,0) ";

// Statements that run often, prepared once. For the files of ShardReader only.
struct ShardReader::Statements {
  static Result<std::unique_ptr<Statements>> Prepare(sqlite::Database* database);
  sqlite::Statement find;
  sqlite::Statement locations;
  sqlite::Statement chunk;
  sqlite::Statement slice;
  sqlite::Statement place;
  sqlite::Statement frequency;
  sqlite::Statement match;
  sqlite::Statement add;
  sqlite::Statement terms;
  sqlite::Statement tally;
  sqlite::Statement titles;
  sqlite::Statement title;
  sqlite::Statement term_count;
  sqlite::Statement current_source;
  sqlite::Statement counts;
  sqlite::Statement leaf;
  sqlite::Statement derivations;
  sqlite::Statement keywords;
  sqlite::Statement keyword_sources;
};

}  // namespace arborist::store
