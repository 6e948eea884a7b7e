// SPDX-License-Identifier: AGPL-3.0-only
// A document is a row of documents with its format, and its locations come by a second statement:
// both are prepared once, for a search asks for a document per hit. Lists of roots are long and
// rare; their statements are made when they are asked for.
#include "store/shard/read/documents.h"

#include <string>
#include <utility>

#include "sqlite/database.h"
#include "store/shard/read/rows.h"

namespace arborist::store {

namespace {

// As kMaxLeaves.
constexpr std::int64_t kMaxTextBytes = std::int64_t{1} << 40;
constexpr std::int64_t kMaxChunkId = std::int64_t{1} << 60;

// What Read reads of a row.
constexpr std::string_view kDocumentColumns =
    "SELECT doc_id, document_root, kind, compression_depth, source_type, schema_version, "
    "canonicalization_version, chunking_version, leaf_count, text_bytes, ingest_ts, hit_count, "
    "first_chunk_id, current_locations, last_hit_at FROM documents JOIN formats "
    "USING(format_id) ";

}  // namespace

struct Documents::Statements {
  sqlite::Statement find;
  sqlite::Statement locations;
};

Result<std::unique_ptr<Documents>> Documents::Open(sqlite::Database* database, ShardReader* shard) {
  TRY_ASSIGN(auto find,
             database->Prepare(std::string(kDocumentColumns) + "WHERE document_root=?1"));
  TRY_ASSIGN(auto locations, database->Prepare(std::string(kLocationColumns) +
                                               " FROM locations l " + std::string(kLocationJoins) +
                                               "WHERE l.doc_id=?1 ORDER BY l.uri, l.location_id"));
  return std::unique_ptr<Documents>(new Documents(
      database, shard, std::make_unique<Statements>(std::move(find), std::move(locations))));
}

Documents::Documents(sqlite::Database* database, ShardReader* shard,
                     std::unique_ptr<Statements> statements)
    : database_(database), shard_(shard), statements_(std::move(statements)) {}
Documents::~Documents() = default;

Status Documents::ReadLocations(std::int64_t doc_id, DocumentView* view) {
  TRY_ASSIGN(view->locations,
             statements_->locations.Bind(1, doc_id).CollectRows(
                 [&](const sqlite::Statement& row) { return ReadLocation(row, *view, shard_); }));
  if (!view->locations.empty()) view->tier = view->shown().text.tier;
  return {};
}

Result<DocumentView> Documents::Read(const sqlite::Statement& row) {
  DocumentView view;
  TRY_ASSIGN(const Hash256 root, row.Hash(1));
  view.root = DocumentRoot(root);
  const std::optional<document::Kind> kind = document::KindFromName(row.Text(2));
  view.compression_depth = row.Int(3);
  view.source_type = row.Text(4);
  view.schema_version = row.Text(5);
  view.canonicalization_version = row.Text(6);
  view.chunking_version = row.Text(7);
  // A shard may come from anywhere: what is counted with or reserved by is looked at first.
  if (!kind || row.Int(8) < 1 || row.Int(8) > kMaxLeaves || row.Int(9) < 0 ||
      row.Int(9) > kMaxTextBytes || row.Int(12) < 0 || row.Int(12) > kMaxChunkId) {
    return Fail(ErrorCode::kCorrupt, "document " + view.root.hex() + " has a damaged row");
  }
  view.kind = *kind;
  view.leaf_count = static_cast<std::uint64_t>(row.Int(8));
  view.text_bytes = static_cast<std::uint64_t>(row.Int(9));
  view.ingest_ts = row.Int(10);
  view.hit_count = row.Int(11);
  view.first_chunk_id = ChunkId{row.Int(12)};
  view.current = row.Int(13) > 0;
  view.last_hit_at = row.Int(14);
  TRY(ReadLocations(row.Int(0), &view));
  return view;
}

Result<std::optional<DocumentView>> Documents::Find(const DocumentRoot& root) {
  return statements_->find.BindHash(1, root).FirstRow(
      [&](const sqlite::Statement& row) { return Read(row); });
}

Result<std::vector<DocumentRoot>> Documents::FindByPrefix(std::string_view hex_prefix,
                                                          std::size_t limit) {
  TRY_ASSIGN(const Hash256 low, Hash256::FromHexString(std::string(hex_prefix) +
                                                       std::string(64 - hex_prefix.size(), '0')));
  TRY_ASSIGN(const Hash256 high, Hash256::FromHexString(std::string(hex_prefix) +
                                                        std::string(64 - hex_prefix.size(), 'f')));
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT document_root FROM documents WHERE document_root "
                                "BETWEEN ?1 AND ?2 ORDER BY document_root LIMIT ?3"));
  select.BindHash(1, low).BindHash(2, high).Bind(3, static_cast<std::int64_t>(limit));
  return ReadRoots(&select);
}

Result<std::vector<DocumentView>> Documents::After(const std::optional<DocumentRoot>& after,
                                                   std::size_t limit) {
  std::string sql(kDocumentColumns);
  if (after) sql += "WHERE document_root>?1 ";
  sql += "ORDER BY document_root LIMIT ?2";
  TRY_ASSIGN(sqlite::Statement select, database_->Prepare(sql));
  if (after) select.BindHash(1, *after);
  select.Bind(2, static_cast<std::int64_t>(limit));
  return select.CollectRows([&](const sqlite::Statement& row) { return Read(row); });
}

Result<std::vector<DocumentRoot>> Documents::RootsAfter(const std::optional<DocumentRoot>& after,
                                                        std::size_t limit) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare(
                 after ? "SELECT document_root FROM documents WHERE document_root>?1 "
                         "ORDER BY document_root LIMIT ?2"
                       : "SELECT document_root FROM documents ORDER BY document_root LIMIT ?2"));
  if (after) select.BindHash(1, *after);
  select.Bind(2, static_cast<std::int64_t>(limit));
  return ReadRoots(&select);
}

Result<std::vector<DocumentRoot>> Documents::CurrentSurfaceRoots() {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT document_root FROM documents NOT INDEXED WHERE "
                                "current_locations>0 AND format_id IN (SELECT format_id FROM "
                                "formats WHERE kind='surface')"));
  return ReadRoots(&select);
}

Result<std::vector<DocumentRoot>> Documents::CurrentCoreRoots(std::string_view source_type,
                                                              std::int64_t depth) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT document_root FROM documents NOT INDEXED WHERE "
                                "current_locations>0 AND format_id IN (SELECT format_id FROM "
                                "formats WHERE kind='core' AND source_type=?1 AND "
                                "compression_depth=?2)"));
  select.BindText(1, source_type).Bind(2, depth);
  return ReadRoots(&select);
}

}  // namespace arborist::store
