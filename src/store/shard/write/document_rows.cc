// SPDX-License-Identifier: AGPL-3.0-only
// The chunks of a document get consecutive numbers, behind all that were ever given: a range of
// numbers is a document, and the index has them as its rows. Formats are few and are kept in
// memory.
#include "store/shard/write/document_rows.h"

#include <utility>

#include "base/check.h"
#include "text/canonical.h"

namespace arborist::store {

Result<std::unique_ptr<DocumentRows>> DocumentRows::Open(WriterConnection* connection) {
  sqlite::Database& database = connection->database();
  TRY_ASSIGN(auto find,
             database.Prepare("SELECT doc_id, first_chunk_id, leaf_count, current_locations, "
                              "format_id, text_bytes FROM documents WHERE document_root=?1"));
  TRY_ASSIGN(
      auto insert,
      database.Prepare(
          "INSERT INTO documents(document_root, format_id, leaf_count, first_chunk_id, text_bytes, "
          "current_locations, ingest_ts) VALUES(?1,?2,?3,?4,?5,1,?6)"));
  TRY_ASSIGN(auto insert_chunk, database.Prepare("INSERT INTO chunks(chunk_id, doc_id, chunk_idx, "
                                                 "leaf_hash, text_bytes, term_count, content) "
                                                 "VALUES(?1,?2,?3,?4,?5,?6,?7)"));
  TRY_ASSIGN(auto add_locations,
             database.Prepare(
                 "UPDATE documents SET current_locations=current_locations+?2 WHERE doc_id=?1"));
  TRY_ASSIGN(auto set_term_count,
             database.Prepare("UPDATE chunks SET term_count=?2 WHERE chunk_id=?1"));
  TRY_ASSIGN(const std::int64_t last,
             database.QueryInt("SELECT coalesce(max(chunk_id),0) FROM chunks"));
  Statements statements{std::move(find), std::move(insert), std::move(insert_chunk),
                        std::move(add_locations), std::move(set_term_count)};
  return std::unique_ptr<DocumentRows>(
      new DocumentRows(connection, std::move(statements), last + 1));
}

Result<std::optional<DocumentRow>> DocumentRows::Find(const DocumentRoot& root) {
  return statements_.find.BindHash(1, root).FirstRow([](const sqlite::Statement& row) {
    return DocumentRow{.doc_id = row.Int(0),
                       .first_chunk_id = row.Int(1),
                       .leaf_count = row.Int(2),
                       .current_locations = row.Int(3),
                       .format_id = row.Int(4),
                       .text_bytes = row.Int(5)};
  });
}

Result<std::int64_t> DocumentRows::FormatId(const PreparedDocument& document) {
  const FormatKey key(document.kind(), document.compression_depth, document.source_type,
                      document.chunking);
  if (const auto it = format_ids_.find(key); it != format_ids_.end()) return it->second;
  const auto bind = [&](sqlite::Statement* statement) {
    statement->BindText(1, document.source_type)
        .BindText(2, document::kSchemaVersion)
        .BindText(3, text::kCanonicalizationVersion)
        .BindText(4, document::Name(document.chunking))
        .BindText(5, Name(document.kind()))
        .Bind(6, document.compression_depth);
  };
  TRY_ASSIGN(sqlite::Statement insert,
             connection_->database().Prepare(
                 "INSERT INTO formats(kind, compression_depth, source_type, schema_version, "
                 "canonicalization_version, chunking_version) VALUES(?5,?6,?1,?2,?3,?4) "
                 "ON CONFLICT DO NOTHING"));
  bind(&insert);
  TRY(insert.Run());
  TRY_ASSIGN(sqlite::Statement select,
             connection_->database().Prepare(
                 "SELECT format_id FROM formats WHERE kind=?5 AND "
                 "compression_depth=?6 AND source_type=?1 AND schema_version=?2 AND "
                 "canonicalization_version=?3 AND chunking_version=?4"));
  bind(&select);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row)
    return Fail(ErrorCode::kCorrupt,
                "a format that was just written is not there; run arborist fsck");
  return format_ids_[key] = select.Int(0);
}

Result<DocumentFormat> DocumentRows::FormatOf(const DocumentRow& row) {
  if (const auto it = formats_.find(row.format_id); it != formats_.end()) return it->second;
  TRY_ASSIGN(sqlite::Statement select,
             connection_->database().Prepare(
                 "SELECT kind, compression_depth, source_type, schema_version, "
                 "canonicalization_version, chunking_version FROM formats WHERE format_id=?1"));
  TRY_ASSIGN(const bool known, select.Bind(1, row.format_id).Step());
  if (!known) return Fail(ErrorCode::kCorrupt, "a document has no format; run arborist fsck");
  const std::optional<document::Kind> kind = document::KindFromName(select.Text(0));
  if (!kind) return Fail(ErrorCode::kCorrupt, "a document's format is damaged; run arborist fsck");
  return formats_[row.format_id] =
             DocumentFormat{.kind = *kind,
                            .compression_depth = select.Int(1),
                            .source_type = std::string(select.Text(2)),
                            .schema_version = std::string(select.Text(3)),
                            .canonicalization_version = std::string(select.Text(4)),
                            .chunking_version = std::string(select.Text(5))};
}

Result<DocumentRow> DocumentRows::Insert(const PreparedDocument& document) {
  DocumentRow row{.first_chunk_id = next_chunk_id_,
                  .leaf_count = static_cast<std::int64_t>(document.chunks.size()),
                  .text_bytes = static_cast<std::int64_t>(document.text_bytes)};
  TRY_ASSIGN(row.format_id, FormatId(document));
  TRY(statements_.insert.BindHash(1, document.root)
          .Bind(2, row.format_id)
          .Bind(3, row.leaf_count)
          .Bind(4, row.first_chunk_id)
          .Bind(5, static_cast<std::int64_t>(document.text_bytes))
          .Bind(6, connection_->log().Now())
          .Run());
  row.doc_id = connection_->database().last_insert_rowid();
  std::int64_t index = 0;
  for (const PreparedChunk& chunk : document.chunks) {
    TRY(statements_.insert_chunk.Bind(1, next_chunk_id_++)
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

Status DocumentRows::AddLocations(std::int64_t doc_id, int change) {
  return statements_.add_locations.Bind(1, doc_id).Bind(2, std::int64_t{change}).Run();
}

Status DocumentRows::MakeSurface(DocumentRow* row, const PreparedDocument& document) {
  TRY_ASSIGN(row->format_id, FormatId(document));
  TRY_ASSIGN(sqlite::Statement update,
             connection_->database().Prepare(
                 "UPDATE documents SET format_id=?2, current_locations=1 WHERE doc_id=?1"));
  TRY(update.Bind(1, row->doc_id).Bind(2, row->format_id).Run());
  row->current_locations = 0;
  return {};
}

Status DocumentRows::SetTermCount(std::int64_t chunk_id, std::int64_t terms) {
  return statements_.set_term_count.Bind(1, chunk_id).Bind(2, terms).Run();
}

Status DocumentRows::AddHits(const DocumentRoot& root, std::int64_t count, std::int64_t last) {
  TRY_ASSIGN(sqlite::Statement update,
             connection_->database().Prepare(
                 "UPDATE documents SET hit_count=hit_count+?2, "
                 "last_hit_at=max(coalesce(last_hit_at,0),?3) WHERE document_root=?1"));
  return update.BindHash(1, root).Bind(2, count).Bind(3, last).Run();
}

}  // namespace arborist::store
