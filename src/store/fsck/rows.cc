// SPDX-License-Identifier: AGPL-3.0-only
// SQLite's own structure, values that the schema forbids, and rows that lead nowhere.
#include "store/fsck/rows.h"

#include <string>
#include <vector>

namespace arborist::store {

Status CheckStructure(const CheckedShard& shard) {
  TRY_ASSIGN(const std::vector<std::string> damage, shard.database()->CheckIntegrity());
  for (const std::string& what : damage) shard.Problem("sqlite_damage", "", what);
  return {};
}

// SQLite leaves the CHECKs of the schema out where it may not write, so they are said again here.
Status CheckValues(const CheckedShard& shard) {
  constexpr std::string_view kDetail = "holds a value that the schema forbids";
  TRY(shard.EachIsProblem(
      "invalid_value",
      "SELECT 'format '||format_id FROM formats WHERE kind NOT IN ('surface','core') OR "
      "compression_depth<0 OR (kind='surface' AND compression_depth<>0)",
      kDetail));
  TRY(shard.EachIsProblem("invalid_value",
                          "SELECT 'location '||location_id FROM document_http_meta",
                          "no program writes this table yet"));
  TRY(shard.EachIsProblem(
      "invalid_value",
      "SELECT lower(hex(document_root)) FROM documents WHERE length(document_root)<>32 "
      "OR leaf_count<1 OR "
      "current_locations<0",
      kDetail));
  TRY(shard.EachIsProblem(
      "invalid_value",
      "SELECT uri FROM locations WHERE state NOT IN ('current','superseded','gone') OR "
      "length(source_hash)<>32",
      kDetail));
  TRY(shard.EachIsProblem(
      "invalid_value",
      "SELECT 'chunk '||chunk_id FROM chunks WHERE tier NOT IN ('warm','cold') OR "
      "length(leaf_hash)<>32",
      kDetail));
  TRY(shard.EachIsProblem(
      "invalid_value",
      "SELECT 'revision '||revision||' of document '||doc_id FROM revisions WHERE revision<0 "
      "OR length(text_hash)<>32 OR length(slices_root)<>32",
      kDetail));
  TRY(shard.EachIsProblem(
      "invalid_value",
      "SELECT 'eviction of document '||doc_id FROM evictions WHERE revision<0 OR tier NOT IN "
      "('warm','cold') OR length(text_hash)<>32",
      kDetail));
  TRY(shard.EachIsProblem(
      "invalid_value",
      "SELECT 'chunk '||chunk_id FROM chunks c JOIN documents d USING(doc_id) WHERE "
      "d.leaf_count=1 AND c.leaf_hash<>d.document_root",
      "it is the only chunk, and its leaf is not the root"));
  TRY(shard.EachIsProblem("invalid_value",
                          "SELECT uri FROM locations WHERE doc_id IS NULL AND revision IS NOT NULL",
                          "it is a redirect, and those have no revision"));
  TRY(shard.EachIsProblem("invalid_value", "SELECT 'index_stats '||id FROM index_stats WHERE id<>1",
                          kDetail));
  return shard.EachIsProblem("invalid_value",
                             "SELECT 'location '||location_id FROM edges WHERE kind NOT IN "
                             "('alias','supersedes')",
                             kDetail);
}

Status CheckOrphans(const CheckedShard& shard) {
  TRY(shard.EachIsProblem(
      "orphan_chunk",
      "SELECT 'chunk '||chunk_id FROM chunks c LEFT JOIN documents d USING(doc_id) WHERE "
      "d.doc_id IS NULL "
      "OR c.chunk_id<>d.first_chunk_id+c.chunk_idx OR c.chunk_idx>=d.leaf_count OR c.chunk_idx<0",
      "belongs to no document, or not at this place"));
  TRY(shard.EachIsProblem("orphan_document",
                          "SELECT lower(hex(document_root)) FROM documents d WHERE NOT EXISTS "
                          "(SELECT 1 FROM locations l WHERE l.doc_id=d.doc_id)",
                          "no location leads to it"));
  TRY(shard.EachIsProblem("orphan_location",
                          "SELECT uri FROM locations l WHERE doc_id IS NOT NULL AND NOT EXISTS "
                          "(SELECT 1 FROM documents d WHERE d.doc_id=l.doc_id)",
                          "its document is missing"));
  TRY(shard.EachIsProblem(
      "location_count",
      "SELECT lower(hex(document_root)) FROM documents d WHERE current_locations<>"
      "(SELECT count(*) FROM locations l WHERE l.doc_id=d.doc_id AND l.state='current')",
      "the number of its current locations is wrong"));
  TRY(shard.EachIsProblem(
      "orphan_edge",
      "SELECT 'location '||e.location_id||' to '||e.dst FROM edges e JOIN locations l "
      "USING(location_id) "
      "WHERE e.kind='supersedes' AND NOT EXISTS(SELECT 1 FROM documents d JOIN locations "
      "o USING(doc_id) "
      "WHERE d.document_root=unhex(e.dst) AND o.uri=l.uri)",
      "leads to no older text of its URI"));
  TRY(shard.EachIsProblem(
      "orphan_edge",
      "SELECT 'links of location '||location_id FROM links LEFT JOIN locations l "
      "USING(location_id) WHERE l.location_id IS NULL",
      "its location is missing"));
  TRY(shard.EachIsProblem(
      "orphan_reading",
      "SELECT 'notes of location '||location_id FROM readings LEFT JOIN locations l "
      "USING(location_id) WHERE l.location_id IS NULL",
      "its location is missing"));
  return shard.EachIsProblem(
      "orphan_edge",
      "SELECT 'location '||e.location_id||' to '||e.dst FROM edges e LEFT JOIN locations l "
      "USING(location_id) WHERE l.location_id IS NULL",
      "its location is missing");
}

}  // namespace arborist::store
