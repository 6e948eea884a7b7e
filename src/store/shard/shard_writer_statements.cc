// SPDX-License-Identifier: AGPL-3.0-only
#include "store/shard/shard_writer_statements.h"

#include <utility>

namespace arborist::store {

Result<std::unique_ptr<ShardWriter::Statements>> ShardWriter::Statements::Prepare(
    sqlite::Database* database) {
  const auto prepare = [&](std::string_view sql) { return database->Prepare(sql); };
  TRY_ASSIGN(auto current_location,
             prepare("SELECT l.location_id, l.doc_id, d.document_root, "
                     "l.source_hash, l.title, l.extraction_version, l.revision "
                     "FROM locations l LEFT JOIN documents d USING(doc_id) "
                     "WHERE l.uri=?1 AND l.state='current'"));
  TRY_ASSIGN(auto past_location, prepare("SELECT location_id FROM locations "
                                         "WHERE uri=?1 AND state<>'current' AND doc_id IS ?2 AND "
                                         "(revision IS ?3 OR (revision IS NULL AND ?3=0)) "
                                         "ORDER BY revision IS NULL LIMIT 1"));
  TRY_ASSIGN(auto find_document,
             prepare("SELECT doc_id, first_chunk_id, leaf_count, current_locations, "
                     "format_id, text_bytes FROM documents "
                     "WHERE document_root=?1"));
  TRY_ASSIGN(
      auto insert_document,
      prepare(
          "INSERT INTO documents(document_root, format_id, leaf_count, first_chunk_id, text_bytes, "
          "current_locations, ingest_ts) VALUES(?1,?2,?3,?4,?5,1,?6)"));
  TRY_ASSIGN(auto insert_chunk, prepare("INSERT INTO chunks(chunk_id, doc_id, chunk_idx, "
                                        "leaf_hash, text_bytes, term_count, content) "
                                        "VALUES(?1,?2,?3,?4,?5,?6,?7)"));
  TRY_ASSIGN(auto index_chunk, prepare("INSERT INTO chunks_fts(rowid, terms) VALUES(?1,?2)"));
  TRY_ASSIGN(auto unindex_chunk, prepare("DELETE FROM chunks_fts WHERE rowid=?1"));
  TRY_ASSIGN(
      auto chunk_terms_of,
      prepare("SELECT c.chunk_id, c.term_count FROM documents d JOIN chunks c ON c.chunk_id "
              "BETWEEN d.first_chunk_id AND d.first_chunk_id+d.leaf_count-1 WHERE d.doc_id=?1"));
  TRY_ASSIGN(
      auto add_location_count,
      prepare("UPDATE documents SET current_locations=current_locations+?2 WHERE doc_id=?1"));
  TRY_ASSIGN(
      auto insert_location,
      prepare(
          "INSERT INTO locations(uri, doc_id, title, source_hash, extraction_version, first_seen, "
          "last_seen, last_event, state, revision) VALUES(?1,?2,?3,?4,?5,?6,?6,?7,'current',?8)"));
  TRY_ASSIGN(
      auto revive_location,
      prepare(
          "UPDATE locations SET state='current', title=?2, source_hash=?3, extraction_version=?4, "
          "last_seen=max(last_seen,?5), last_event=?6, revision=?7 WHERE location_id=?1"));
  TRY_ASSIGN(auto retire_location, prepare("UPDATE locations SET state=?2 WHERE location_id=?1"));
  TRY_ASSIGN(
      auto refresh_location,
      prepare("UPDATE locations SET title=?2, source_hash=?3, extraction_version=?4, "
              "last_seen=max(last_seen,?5), last_event=?6, revision=?7 WHERE location_id=?1"));
  TRY_ASSIGN(
      auto touch_location,
      prepare(
          "UPDATE locations SET last_seen=?2 WHERE uri=?1 AND state='current' AND last_seen<?2"));
  TRY_ASSIGN(auto index_title, prepare("INSERT INTO titles_fts(rowid, terms) VALUES(?1,?2)"));
  TRY_ASSIGN(auto unindex_title, prepare("DELETE FROM titles_fts WHERE rowid=?1"));
  TRY_ASSIGN(auto insert_edge,
             prepare("INSERT INTO edges VALUES(?1,?2,?3) ON CONFLICT DO NOTHING"));
  TRY_ASSIGN(auto delete_edges,
             prepare("DELETE FROM edges WHERE location_id=?1 AND kind<>'supersedes'"));
  TRY_ASSIGN(auto insert_links, prepare("INSERT INTO links VALUES(?1,?2,?3)"));
  TRY_ASSIGN(auto delete_links, prepare("DELETE FROM links WHERE location_id=?1"));
  TRY_ASSIGN(auto update_stats, prepare("UPDATE index_stats SET chunks=chunks+?1, terms=terms+?2"));
  TRY_ASSIGN(auto index_keywords, prepare("INSERT INTO keywords_fts(rowid, terms) VALUES(?1,?2)"));
  TRY_ASSIGN(auto unindex_keywords, prepare("DELETE FROM keywords_fts WHERE rowid=?1"));
  TRY_ASSIGN(auto delete_derivations, prepare("DELETE FROM derivations WHERE location_id=?1"));
  TRY_ASSIGN(auto insert_derivation,
             prepare("INSERT INTO derivations(location_id, source_root, core_doc_id, distiller_id, "
                     "distiller_version, scope_root, event_seq, proof_blob) "
                     "VALUES(?1,?2,?3,?4,?5,?6,?7,?8)"));
  TRY_ASSIGN(auto core_uris_of,
             prepare("SELECT l.uri FROM derivations v JOIN locations l USING(location_id) "
                     "WHERE v.source_root=?1 AND l.state='current' ORDER BY l.uri"));
  TRY_ASSIGN(auto insert_revision, prepare("INSERT INTO revisions VALUES(?1,?2,?3,?4,?5)"));
  TRY_ASSIGN(auto find_revision, prepare("SELECT text_hash, slices_root FROM revisions WHERE "
                                         "doc_id=?1 AND revision=?2"));
  return std::make_unique<Statements>(
      std::move(current_location), std::move(past_location), std::move(find_document),
      std::move(insert_document), std::move(insert_chunk), std::move(index_chunk),
      std::move(unindex_chunk), std::move(chunk_terms_of), std::move(add_location_count),
      std::move(insert_location), std::move(revive_location), std::move(retire_location),
      std::move(refresh_location), std::move(touch_location), std::move(index_title),
      std::move(unindex_title), std::move(insert_edge), std::move(delete_edges),
      std::move(insert_links), std::move(delete_links), std::move(update_stats),
      std::move(index_keywords), std::move(unindex_keywords), std::move(delete_derivations),
      std::move(insert_derivation), std::move(core_uris_of), std::move(insert_revision),
      std::move(find_revision));
}

}  // namespace arborist::store
