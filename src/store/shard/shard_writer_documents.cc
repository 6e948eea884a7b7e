// SPDX-License-Identifier: AGPL-3.0-only
// Documents, their chunks and their place in the index.
#include <algorithm>
#include <utility>
#include <vector>

#include "store/shard/shard_writer_statements.h"
#include "text/canonical.h"
#include "text/search_tokens.h"

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
                        .current_locations = select.Int(3),
                        .format_id = select.Int(4),
                        .text_bytes = select.Int(5)};
  }
  select.Reset();
  return found;
}

Result<std::int64_t> ShardWriter::FormatId(const PreparedDocument& document) {
  const FormatKey key(document.is_core(), document.compression_depth, document.source_type,
                      document.chunking);
  if (const auto it = formats_.find(key); it != formats_.end()) return it->second;
  const auto bind = [&](sqlite::Statement* statement) {
    statement->BindText(1, document.source_type)
        .BindText(2, document::kSchemaVersion)
        .BindText(3, text::kCanonicalizationVersion)
        .BindText(4, document::Name(document.chunking))
        .BindText(5, document.is_core() ? "core" : "surface")
        .Bind(6, document.compression_depth);
  };
  TRY_ASSIGN(
      sqlite::Statement insert,
      database_.Prepare("INSERT INTO formats(kind, compression_depth, source_type, schema_version, "
                        "canonicalization_version, chunking_version) VALUES(?5,?6,?1,?2,?3,?4) "
                        "ON CONFLICT DO NOTHING"));
  bind(&insert);
  TRY(insert.Run());
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT format_id FROM formats WHERE kind=?5 AND "
                               "compression_depth=?6 AND source_type=?1 AND schema_version=?2 AND "
                               "canonicalization_version=?3 AND chunking_version=?4"));
  bind(&select);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row)
    return Fail(ErrorCode::kCorrupt,
                "a format that was just written is not there; run arborist fsck");
  return formats_[key] = select.Int(0);
}

Result<ShardWriter::Format> ShardWriter::FormatOf(std::int64_t format_id) {
  if (const auto it = known_formats_.find(format_id); it != known_formats_.end()) return it->second;
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT kind, compression_depth, source_type, schema_version, "
                               "canonicalization_version, chunking_version FROM formats "
                               "WHERE format_id=?1"));
  TRY_ASSIGN(const bool row, select.Bind(1, format_id).Step());
  if (!row) return Fail(ErrorCode::kCorrupt, "a document has no format; run arborist fsck");
  return known_formats_[format_id] = Format{.is_core = select.Text(0) == "core",
                                            .compression_depth = select.Int(1),
                                            .source_type = std::string(select.Text(2)),
                                            .schema_version = std::string(select.Text(3)),
                                            .canonicalization_version = std::string(select.Text(4)),
                                            .chunking_version = std::string(select.Text(5))};
}

Result<ShardWriter::DocumentRow> ShardWriter::InsertDocument(const PreparedDocument& document) {
  DocumentRow row{.first_chunk_id = next_chunk_id_,
                  .leaf_count = static_cast<std::int64_t>(document.chunks.size()),
                  .text_bytes = static_cast<std::int64_t>(document.text_bytes)};
  TRY_ASSIGN(row.format_id, FormatId(document));
  TRY(statements_->insert_document.BindHash(1, document.root)
          .Bind(2, row.format_id)
          .Bind(3, row.leaf_count)
          .Bind(4, row.first_chunk_id)
          .Bind(5, static_cast<std::int64_t>(document.text_bytes))
          .Bind(6, log_->Now())
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
  TRY(InsertRevision(row.doc_id, 0, document));
  return row;
}

Status ShardWriter::Index(const DocumentRow& row, const PreparedDocument& document,
                          std::int64_t revision) {
  TRY_ASSIGN(const Format format, FormatOf(row.format_id));
  // White space changes no term, but another Unicode form may: one revision speaks for all.
  std::vector<std::string> first;
  if (revision != 0) {
    if (auto slices = ReadSlices(document.root, row, 0)) first = std::move(*slices);
  }
  std::int64_t chunk_id = row.first_chunk_id;
  for (std::size_t i = 0; i < document.chunks.size(); ++i) {
    std::string terms = document.chunks[i].terms;
    auto count = static_cast<std::int64_t>(document.chunks[i].term_count);
    if (!first.empty()) {
      terms.clear();
      text::AppendSearchTerms(first[i], &terms);
      count = terms.empty() ? 0 : 1 + std::count(terms.begin(), terms.end(), ' ');
    }
    if (revision != 0) {
      TRY_ASSIGN(sqlite::Statement note,
                 database_.Prepare("UPDATE chunks SET term_count=?2 WHERE chunk_id=?1"));
      TRY(note.Bind(1, chunk_id).Bind(2, count).Run());
    }
    if (format.is_keywords()) {
      TRY(statements_->index_keywords.Bind(1, chunk_id).BindText(2, terms).Run());
    }
    if (format.is_searched()) {
      TRY(statements_->index_chunk.Bind(1, chunk_id).BindText(2, terms).Run());
      stats_terms_ += count;
      ++stats_chunks_;
    }
    ++chunk_id;
  }
  return {};
}

Status ShardWriter::Unindex(const DocumentRow& row) {
  TRY_ASSIGN(const Tier tier, TierOf(row.doc_id));
  if (tier == Tier::kCold) return {};  // it is not in the index
  TRY_ASSIGN(const Format format, FormatOf(row.format_id));
  std::vector<std::pair<std::int64_t, std::int64_t>> chunks;
  sqlite::Statement& select = statements_->chunk_terms_of;
  select.Bind(1, row.doc_id);
  while (true) {
    TRY_ASSIGN(const bool more, select.Step());
    if (!more) break;
    chunks.emplace_back(select.Int(0), select.Int(1));
  }
  select.Reset();
  for (const auto& [chunk_id, terms] : chunks) {
    if (format.is_keywords()) TRY(statements_->unindex_keywords.Bind(1, chunk_id).Run());
    if (!format.is_searched()) continue;
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
