// SPDX-License-Identifier: AGPL-3.0-only
// Room is weighed by what is stored, so that a plan of evictions costs one pass over the rows and
// reads no text. The index is one structure for all documents: each is charged its share by terms.
#include "store/shard/read/room.h"

#include "index/reader.h"
#include "sqlite/database.h"

namespace arborist::store {

Result<std::uint64_t> Room::BytesInUse() {
  TRY_ASSIGN(const std::int64_t page, database_->QueryInt("PRAGMA page_size"));
  TRY_ASSIGN(const std::int64_t pages, database_->QueryInt("PRAGMA page_count"));
  TRY_ASSIGN(const std::int64_t free, database_->QueryInt("PRAGMA freelist_count"));
  return static_cast<std::uint64_t>(page * (pages - free));
}

Result<std::vector<RoomRow>> Room::Rows() {
  TRY_ASSIGN(const std::uint64_t bytes, index_->TextBytes());
  TRY_ASSIGN(const index::TextStats stats, index_->Stats());
  const double per_term =
      stats.terms > 0 ? static_cast<double>(bytes) / static_cast<double>(stats.terms) : 0;
  TRY_ASSIGN(
      sqlite::Statement select,
      database_->Prepare(
          // A document is hot while the text of one revision is there.
          "SELECT d.document_root, CASE WHEN (SELECT count(*) FROM evictions e WHERE "
          "e.doc_id=d.doc_id)>(SELECT count(*) FROM revisions r WHERE r.doc_id=d.doc_id AND "
          "r.revision>0) THEN (SELECT min(e.tier) FROM evictions e WHERE e.doc_id=d.doc_id) END, "
          "d.current_locations, max(d.ingest_ts, coalesce(d.last_hit_at,0)), d.hit_count, "
          "(SELECT coalesce(sum(length(c.content)),0) FROM chunks c WHERE c.chunk_id BETWEEN "
          "d.first_chunk_id AND d.first_chunk_id+d.leaf_count-1)+(SELECT "
          "coalesce(sum(length(s.content)),0) FROM revision_chunks s WHERE s.doc_id=d.doc_id), "
          "(SELECT sum(c.term_count) FROM chunks c WHERE c.chunk_id BETWEEN d.first_chunk_id AND "
          "d.first_chunk_id+d.leaf_count-1) FROM documents d JOIN formats f USING(format_id) "
          "WHERE f.kind='surface'"));
  return select.CollectRows([&](const sqlite::Statement& row) -> Result<RoomRow> {
    RoomRow room;
    TRY_ASSIGN(const Hash256 root, row.Hash(0));
    room.root = DocumentRoot(root);
    if (!row.IsNull(1)) room.tier = TierFromName(row.Text(1)).value_or(Tier::kCold);
    room.current = row.Int(2) > 0;
    room.last_use = row.Int(3);
    room.hits = row.Int(4);
    room.text_bytes = static_cast<std::uint64_t>(row.Int(5));
    if (room.current && room.tier != Tier::kCold) {
      room.index_bytes = static_cast<std::uint64_t>(per_term * static_cast<double>(row.Int(6)));
    }
    return room;
  });
}

Result<std::vector<EvictedText>> Room::EvictedTexts() {
  TRY_ASSIGN(
      sqlite::Statement select,
      database_->Prepare("SELECT d.document_root, e.text_hash, d.current_locations=0 OR EXISTS("
                         "SELECT 1 FROM locations l WHERE l.doc_id=e.doc_id AND l.state='current' "
                         "AND coalesce(l.revision,0)=e.revision) FROM evictions e JOIN documents d "
                         "USING(doc_id) ORDER BY d.document_root, e.revision"));
  return select.CollectRows([](const sqlite::Statement& row) -> Result<EvictedText> {
    TRY_ASSIGN(const Hash256 root, row.Hash(0));
    TRY_ASSIGN(const Hash256 text, row.Hash(1));
    return EvictedText{DocumentRoot(root), TextHash(text), row.Int(2) != 0};
  });
}

Result<std::int64_t> Room::ColdDocuments() {
  return database_->QueryInt("SELECT count(DISTINCT doc_id) FROM evictions WHERE tier='cold'");
}

}  // namespace arborist::store
