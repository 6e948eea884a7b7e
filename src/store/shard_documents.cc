// SPDX-License-Identifier: AGPL-3.0-only
// Documents, their chunks and their place in the index.
#include <utility>
#include <vector>

#include "store/shard_statements.h"
#include "text/canonical.h"

namespace arborist::store {

Result<std::optional<ShardWriter::DocumentRow>> ShardWriter::FindDocument(
    const DocumentRoot& root) {
  sqlite::Statement& select = statements_->find_document;
  select.BindHash(1, root);
  TRY_ASSIGN(const bool row, select.Step());
  std::optional<DocumentRow> found;
  if (row) {
    found = DocumentRow{.doc_id = select.Int(0),
                        .first_chunk_id = select.Int(1),
                        .leaf_count = select.Int(2),
                        .current_locations = select.Int(3)};
  }
  select.Reset();
  return found;
}

Result<std::int64_t> ShardWriter::FormatId(const PreparedDocument& document) {
  const std::pair<std::string, document::Chunking> key(document.source_type, document.chunking);
  if (const auto it = formats_.find(key); it != formats_.end()) return it->second;
  const auto bind = [&](sqlite::Statement* statement) {
    statement->BindText(1, document.source_type)
        .BindText(2, document::kSchemaVersion)
        .BindText(3, text::kCanonicalizationVersion)
        .BindText(4, document::Name(document.chunking));
  };
  TRY_ASSIGN(sqlite::Statement insert,
             database_.Prepare(
                 "INSERT INTO formats(kind, compression_depth, source_type, schema_version, "
                 "canonicalization_version, chunking_version) VALUES('surface',0,?1,?2,?3,?4) "
                 "ON CONFLICT DO NOTHING"));
  bind(&insert);
  TRY(insert.Run());
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare(
                 "SELECT format_id FROM formats WHERE kind='surface' AND compression_depth=0 AND "
                 "source_type=?1 AND schema_version=?2 AND canonicalization_version=?3 AND "
                 "chunking_version=?4"));
  bind(&select);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row)
    return Fail(ErrorCode::kCorrupt,
                "a format that was just written is not there; run arborist fsck");
  return formats_[key] = select.Int(0);
}

Result<ShardWriter::DocumentRow> ShardWriter::InsertDocument(const PreparedDocument& document) {
  DocumentRow row{.first_chunk_id = next_chunk_id_,
                  .leaf_count = static_cast<std::int64_t>(document.chunks.size())};
  TRY_ASSIGN(const std::int64_t format_id, FormatId(document));
  TRY(statements_->insert_document.BindHash(1, document.root)
          .Bind(2, format_id)
          .Bind(3, row.leaf_count)
          .Bind(4, row.first_chunk_id)
          .Bind(5, static_cast<std::int64_t>(document.text_bytes))
          .Bind(6, options_.clock->NowSeconds())
          .Run());
  row.doc_id = database_.last_insert_rowid();
  std::int64_t index = 0;
  for (const PreparedChunk& chunk : document.chunks) {
    TRY(statements_->insert_chunk.Bind(1, next_chunk_id_++)
            .Bind(2, row.doc_id)
            .Bind(3, index++)
            .BindOptionalHash(4, document.chunks.size() > 1 ? &chunk.leaf : nullptr)
            .Bind(5, static_cast<std::int64_t>(chunk.text_bytes))
            .Bind(6, static_cast<std::int64_t>(chunk.term_count))
            .BindBlob(7, chunk.content)
            .Run());
  }
  return row;
}

Status ShardWriter::Index(const DocumentRow& row, const PreparedDocument& document) {
  std::int64_t chunk_id = row.first_chunk_id;
  for (const PreparedChunk& chunk : document.chunks) {
    TRY(statements_->index_chunk.Bind(1, chunk_id++).BindText(2, chunk.terms).Run());
    stats_terms_ += static_cast<std::int64_t>(chunk.term_count);
  }
  stats_chunks_ += row.leaf_count;
  return {};
}

Status ShardWriter::Unindex(std::int64_t doc_id) {
  TRY_ASSIGN(const Tier tier, TierOf(doc_id));
  if (tier == Tier::kCold) return {};  // it is not in the index
  std::vector<std::pair<std::int64_t, std::int64_t>> chunks;
  sqlite::Statement& select = statements_->chunk_terms_of;
  select.Bind(1, doc_id);
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    chunks.emplace_back(select.Int(0), select.Int(1));
  }
  select.Reset();
  for (const auto& [chunk_id, terms] : chunks) {
    TRY(statements_->unindex_chunk.Bind(1, chunk_id).Run());
    --stats_chunks_;
    stats_terms_ -= terms;
  }
  return {};
}

Status ShardWriter::AddLocationCount(std::int64_t doc_id, int change) {
  return statements_->add_location_count.Bind(1, doc_id).Bind(2, std::int64_t{change}).Run();
}

}  // namespace arborist::store
