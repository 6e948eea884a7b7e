// SPDX-License-Identifier: AGPL-3.0-only
// Documents, locations and chunks of a shard.
#include "base/check.h"
#include "store/log/bindings.h"
#include "store/shard/read_roots.h"
#include "store/shard/shard_reader_statements.h"
#include "text/utf8.h"

namespace arborist::store {

namespace {

// Far above what any writer makes, far below where sums overflow.
constexpr std::int64_t kMaxLeaves = std::int64_t{1} << 32;
constexpr std::int64_t kMaxTextBytes = std::int64_t{1} << 40;
constexpr std::int64_t kMaxChunkId = std::int64_t{1} << 60;

}  // namespace

bool SameRevision(const TextPlace& a, const TextPlace& b) {
  if (a.text_hash && b.text_hash) return a.root == b.root && *a.text_hash == *b.text_hash;
  return a.shard == b.shard && a.doc_id == b.doc_id && a.revision == b.revision;
}

const LocationView& DocumentView::shown() const {
  CHECK(!locations.empty());
  for (const LocationView& location : locations) {
    if (location.current()) return location;
  }
  return locations.front();
}

// Of a row that begins with kLocationColumns.
Result<LocationView> ShardReader::ReadLocation(const sqlite::Statement& row,
                                               const DocumentView& view) {
  LocationView location{.uri = std::string(row.Text(0)),
                        .title = std::string(row.Text(1)),
                        .state = std::string(row.Text(2)),
                        .extraction_version = std::string(row.Text(3)),
                        .source_hash = {},
                        .first_seen = row.Int(5),
                        .last_seen = row.Int(6),
                        .text = {.shard = this,
                                 .root = view.root,
                                 .leaf_count = view.leaf_count,
                                 .doc_id = row.Int(7),
                                 .first_chunk_id = view.first_chunk_id,
                                 .revision = row.Int(8),
                                 .text_bytes = view.text_bytes}};
  TRY_ASSIGN(const Hash256 source, row.Hash(4));
  location.source_hash = SourceHash(source);
  TextPlace& text = location.text;
  if (!row.IsNull(9)) {
    TRY_ASSIGN(const Hash256 hash, row.Hash(9));
    text.text_hash = TextHash(hash);
    text.text_bytes = static_cast<std::uint64_t>(row.Int(11));
  }
  if (!row.IsNull(10)) {
    TRY_ASSIGN(text.slices, row.Hash(10));
  }
  if (!row.IsNull(12)) {
    const std::optional<Tier> tier = TierFromName(row.Text(12));
    if (!tier) {
      return Fail(ErrorCode::kCorrupt, "document " + view.root.hex() + " has a damaged tier");
    }
    text.tier = *tier;
    if (!text.text_hash) {
      TRY_ASSIGN(const Hash256 hash, row.Hash(13));
      text.text_hash = TextHash(hash);
    }
  }
  for (const std::string_view name :
       {std::string_view(location.uri), std::string_view(location.title)}) {
    if (text::FindInvalidUtf8(name, true) == std::string_view::npos) continue;
    return Fail(ErrorCode::kCorrupt, "a name of document " + view.root.hex() + " is not UTF-8");
  }
  return location;
}

Status ShardReader::ReadLocations(std::int64_t doc_id, DocumentView* view) {
  sqlite::Statement& select = statements_->locations;
  select.Bind(1, doc_id);
  const auto read = [&]() -> Status {
    while (true) {
      TRY_ASSIGN(const bool row, select.Step());
      if (!row) return {};
      TRY_ASSIGN(LocationView location, ReadLocation(select, *view));
      view->locations.push_back(std::move(location));
    }
  };
  const Status status = read();
  select.Reset();  // whatever was found, the next document is read with it
  if (status && !view->locations.empty()) view->tier = view->shown().text.tier;
  return status;
}

Result<DocumentView> ShardReader::ReadDocument(const sqlite::Statement& row) {
  DocumentView view;
  TRY_ASSIGN(const Hash256 root, row.Hash(1));
  view.root = DocumentRoot(root);
  view.kind = row.Text(2);
  view.compression_depth = row.Int(3);
  view.source_type = row.Text(4);
  view.schema_version = row.Text(5);
  view.canonicalization_version = row.Text(6);
  view.chunking_version = row.Text(7);
  // A shard may come from anywhere: what is counted with or reserved by is looked at first.
  if (row.Int(8) < 1 || row.Int(8) > kMaxLeaves || row.Int(9) < 0 || row.Int(9) > kMaxTextBytes ||
      row.Int(12) < 0 || row.Int(12) > kMaxChunkId) {
    return Fail(ErrorCode::kCorrupt, "document " + view.root.hex() + " has a damaged row");
  }
  view.leaf_count = static_cast<std::uint64_t>(row.Int(8));
  view.text_bytes = static_cast<std::uint64_t>(row.Int(9));
  view.ingest_ts = row.Int(10);
  view.hit_count = row.Int(11);
  view.first_chunk_id = row.Int(12);
  view.current = row.Int(13) > 0;
  view.last_hit_at = row.Int(14);
  TRY(ReadLocations(row.Int(0), &view));
  return view;
}

Result<std::optional<DocumentView>> ShardReader::Find(const DocumentRoot& root) {
  sqlite::Statement& select = statements_->find;
  select.BindHash(1, root);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) {
    select.Reset();
    return std::nullopt;
  }
  auto view = ReadDocument(select);
  select.Reset();
  if (!view) return std::unexpected(std::move(view).error());
  return std::move(*view);
}

Result<std::vector<DocumentRoot>> ShardReader::FindByPrefix(std::string_view hex_prefix,
                                                            std::size_t limit) {
  TRY_ASSIGN(const Hash256 low, Hash256::FromHexString(std::string(hex_prefix) +
                                                       std::string(64 - hex_prefix.size(), '0')));
  TRY_ASSIGN(const Hash256 high, Hash256::FromHexString(std::string(hex_prefix) +
                                                        std::string(64 - hex_prefix.size(), 'f')));
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT document_root FROM documents WHERE document_root "
                               "BETWEEN ?1 AND ?2 ORDER BY document_root LIMIT ?3"));
  select.BindHash(1, low).BindHash(2, high).Bind(3, static_cast<std::int64_t>(limit));
  return ReadRoots(&select);
}

Result<std::optional<ShardReader::UriTarget>> ShardReader::Resolve(std::string_view uri) {
  TRY_ASSIGN(
      sqlite::Statement select,
      database_.Prepare(
          "SELECT d.document_root, e.dst FROM locations l LEFT JOIN documents d USING(doc_id) "
          "LEFT JOIN edges e ON e.location_id=l.location_id AND e.kind='alias' "
          "WHERE l.uri=?1 AND l.state='current'"));
  select.BindText(1, uri);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return std::nullopt;
  UriTarget target;
  if (!select.IsNull(0)) {
    TRY_ASSIGN(const Hash256 root, select.Hash(0));
    target.root = DocumentRoot(root);
  } else {
    target.alias_of = select.Text(1);
  }
  return target;
}

Result<std::vector<DocumentView>> ShardReader::DocumentsAfter(
    const std::optional<DocumentRoot>& after, std::size_t limit, bool include_superseded) {
  std::string sql(kDocumentColumns);
  sql += after ? "WHERE document_root>?1 " : "WHERE 1 ";
  if (!include_superseded) sql += "AND current_locations>0 ";
  sql += "ORDER BY document_root LIMIT ?2";
  TRY_ASSIGN(sqlite::Statement select, database_.Prepare(sql));
  if (after) select.BindHash(1, *after);
  select.Bind(2, static_cast<std::int64_t>(limit));
  std::vector<DocumentView> documents;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return documents;
    TRY_ASSIGN(DocumentView view, ReadDocument(select));
    documents.push_back(std::move(view));
  }
}

Result<std::vector<DocumentRoot>> ShardReader::CurrentRoots() {
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT document_root FROM documents WHERE "
                               "current_locations>0 ORDER BY document_root"));
  return ReadRoots(&select);
}

Result<std::vector<DocumentRoot>> ShardReader::CurrentSurfaceRoots() {
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT document_root FROM documents NOT INDEXED WHERE "
                               "current_locations>0 AND format_id IN (SELECT format_id FROM "
                               "formats WHERE kind='surface')"));
  return ReadRoots(&select);
}

Result<std::vector<DocumentRoot>> ShardReader::CurrentCoreRoots(std::string_view source_type,
                                                                std::int64_t depth) {
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT document_root FROM documents NOT INDEXED WHERE "
                               "current_locations>0 AND format_id IN (SELECT format_id FROM "
                               "formats WHERE kind='core' AND source_type=?1 AND "
                               "compression_depth=?2)"));
  select.BindText(1, source_type).Bind(2, depth);
  return ReadRoots(&select);
}

Result<std::vector<DocumentRoot>> ShardReader::RootsAfter(const std::optional<DocumentRoot>& after,
                                                          std::size_t limit) {
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare(
                 after ? "SELECT document_root FROM documents WHERE document_root>?1 "
                         "ORDER BY document_root LIMIT ?2"
                       : "SELECT document_root FROM documents ORDER BY document_root LIMIT ?2"));
  if (after) select.BindHash(1, *after);
  select.Bind(2, static_cast<std::int64_t>(limit));
  return ReadRoots(&select);
}

Result<std::vector<std::string>> ShardReader::Links(std::string_view uri) {
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT k.targets FROM locations l JOIN links k USING(location_id) "
                               "WHERE l.uri=?1 AND l.state='current'"));
  select.BindText(1, uri);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return std::vector<std::string>{};
  TRY_ASSIGN(const std::string text, codec_->Decompress(select.Blob(0), kMaxLinksBytes));
  auto parsed = ParseLinks(text);
  if (!parsed) {
    return Fail(ErrorCode::kCorrupt, "the links of " + std::string(uri) + " are damaged");
  }
  return std::move(*parsed);
}

Result<std::optional<SourceHash>> ShardReader::CurrentSource(std::string_view uri) {
  sqlite::Statement& select = statements_->current_source;
  select.BindText(1, uri);
  TRY_ASSIGN(const bool row, select.Step());
  std::optional<SourceHash> source;
  if (row) {
    if (const auto hash = select.Hash(0)) source = SourceHash(*hash);
  }
  select.Reset();
  return source;
}

Result<std::vector<Hash256>> ShardReader::Leaves(const DocumentView& document) {
  if (document.leaf_count == 1) return std::vector<Hash256>{document.root};
  TRY_ASSIGN(
      sqlite::Statement select,
      database_.Prepare(
          "SELECT leaf_hash FROM chunks WHERE chunk_id BETWEEN ?1 AND ?2 ORDER BY chunk_id"));
  select.Bind(1, document.first_chunk_id)
      .Bind(2, document.first_chunk_id + static_cast<std::int64_t>(document.leaf_count) - 1);
  std::vector<Hash256> leaves;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    TRY_ASSIGN(const Hash256 leaf, select.Hash(0));
    leaves.push_back(leaf);
  }
  if (leaves.size() != document.leaf_count) {
    return Fail(ErrorCode::kCorrupt, "document " + document.root.hex() + " has " +
                                         std::to_string(leaves.size()) + " chunks of " +
                                         std::to_string(document.leaf_count));
  }
  return leaves;
}

Result<LeafHash> ShardReader::Leaf(const DocumentView& document, std::uint64_t chunk_idx) {
  if (document.leaf_count == 1) return LeafHash(document.root);
  sqlite::Statement& select = statements_->leaf;
  select.Bind(1, document.first_chunk_id + static_cast<std::int64_t>(chunk_idx));
  TRY_ASSIGN(const bool row, select.Step());
  auto leaf =
      row ? select.Hash(0)
          : Fail(ErrorCode::kCorrupt, "chunk " + std::to_string(chunk_idx) + " of document " +
                                          document.root.hex() + " is missing");
  select.Reset();
  if (!leaf) return std::unexpected(std::move(leaf).error());
  return LeafHash(*leaf);
}

Result<ChunkPlace> ShardReader::PlaceOf(std::int64_t chunk_id) {
  sqlite::Statement& select = statements_->place;
  select.Bind(1, chunk_id);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) {
    select.Reset();
    return Fail(ErrorCode::kCorrupt, "chunk " + std::to_string(chunk_id) + " has no document");
  }
  auto root = select.Hash(0);
  const std::int64_t index = select.Int(1);
  const std::int64_t leaves = select.Int(2);
  select.Reset();
  if (!root) return std::unexpected(std::move(root).error());
  if (index < 0 || index >= leaves || leaves > kMaxLeaves) {
    return Fail(ErrorCode::kCorrupt, "chunk " + std::to_string(chunk_id) + " has a damaged row");
  }
  return ChunkPlace{DocumentRoot(*root), static_cast<std::uint64_t>(index),
                    static_cast<std::uint64_t>(leaves)};
}

Result<std::vector<ShardReader::UriVersion>> ShardReader::VersionsOf(std::string_view uri) {
  TRY_ASSIGN(
      sqlite::Statement select,
      database_.Prepare(
          std::string(kLocationColumns) +
          ", d.document_root, d.leaf_count, d.text_bytes, d.first_chunk_id FROM locations l " +
          std::string(kLocationJoins) +
          "JOIN documents d ON d.doc_id=l.doc_id WHERE (l.uri=?1 AND l.state='current') OR "
          "(l.uri=?1 AND l.state<>'current') ORDER BY l.first_seen, l.location_id"));
  select.BindText(1, uri);
  std::vector<UriVersion> versions;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return versions;
    DocumentView view;
    TRY_ASSIGN(const Hash256 root, select.Hash(14));
    view.root = DocumentRoot(root);
    view.leaf_count = static_cast<std::uint64_t>(select.Int(15));
    view.text_bytes = static_cast<std::uint64_t>(select.Int(16));
    view.first_chunk_id = select.Int(17);
    UriVersion version{
        .root = view.root, .location = {}, .leaf_count = view.leaf_count, .text_bytes = 0};
    TRY_ASSIGN(version.location, ReadLocation(select, view));
    version.text_bytes = version.location.text.text_bytes;
    versions.push_back(std::move(version));
  }
}

}  // namespace arborist::store
