// SPDX-License-Identifier: AGPL-3.0-only
#include "store/shard_reader.h"

#include <algorithm>

#include "sqlite/rank_function.h"
#include "store/log_bindings.h"
#include "store/schema.h"
#include "text/utf8.h"

namespace arborist::store {

namespace {
constexpr std::size_t kMaxChunkBytes = std::size_t{64} << 20;  // no chunk is larger than a document
// Far above what any writer makes, far below where sums overflow.
constexpr std::int64_t kMaxLeaves = std::int64_t{1} << 32;
constexpr std::int64_t kMaxTextBytes = std::int64_t{1} << 40;
constexpr std::int64_t kMaxChunkId = std::int64_t{1} << 60;
constexpr std::string_view kDocumentColumns =
    "SELECT doc_id, document_root, kind, compression_depth, source_type, schema_version, "
    "canonicalization_version, chunking_version, leaf_count, text_bytes, ingest_ts, hit_count, "
    "first_chunk_id, current_locations FROM documents JOIN formats USING(format_id) ";
}  // namespace

struct ShardReader::Statements {
  static Result<std::unique_ptr<Statements>> Prepare(sqlite::Database* database) {
    TRY_ASSIGN(auto find,
               database->Prepare(std::string(kDocumentColumns) + "WHERE document_root=?1"));
    TRY_ASSIGN(
        auto locations,
        database->Prepare(
            "SELECT uri, title, state, extraction_version, source_hash, first_seen, last_seen "
            "FROM locations WHERE doc_id=?1 ORDER BY uri, location_id"));
    TRY_ASSIGN(auto chunk,
               database->Prepare("SELECT content, text_bytes, tier FROM chunks WHERE chunk_id=?1"));
    TRY_ASSIGN(auto place, database->Prepare("SELECT d.document_root, c.chunk_idx FROM chunks c "
                                             "JOIN documents d USING(doc_id) WHERE c.chunk_id=?1"));
    TRY_ASSIGN(auto frequency,
               database->Prepare("SELECT doc FROM temp.chunks_vocab WHERE term=?1"));
    TRY_ASSIGN(auto match,
               database->Prepare("SELECT rowid, arborist_rank(chunks_fts, ?2, ?3) FROM chunks_fts "
                                 "WHERE chunks_fts MATCH ?1"));
    TRY_ASSIGN(auto matching,
               database->Prepare("SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ?1"));
    TRY_ASSIGN(auto titles,
               database->Prepare("SELECT rowid FROM titles_fts WHERE titles_fts MATCH ?1"));
    TRY_ASSIGN(auto title, database->Prepare(
                               "SELECT d.document_root, l.title, d.first_chunk_id FROM locations l "
                               "JOIN documents d USING(doc_id) WHERE l.location_id=?1"));
    TRY_ASSIGN(auto term_count,
               database->Prepare("SELECT term_count FROM chunks WHERE chunk_id=?1"));
    TRY_ASSIGN(
        auto current_source,
        database->Prepare("SELECT source_hash FROM locations WHERE uri=?1 AND state='current'"));
    return std::unique_ptr<Statements>(new Statements{
        std::move(find), std::move(locations), std::move(chunk), std::move(place),
        std::move(frequency), std::move(match), std::move(matching), std::move(titles),
        std::move(title), std::move(term_count), std::move(current_source)});
  }
  sqlite::Statement find;
  sqlite::Statement locations;
  sqlite::Statement chunk;
  sqlite::Statement place;
  sqlite::Statement frequency;
  sqlite::Statement match;
  sqlite::Statement matching;
  sqlite::Statement titles;
  sqlite::Statement title;
  sqlite::Statement term_count;
  sqlite::Statement current_source;
};

ShardReader::ShardReader(std::filesystem::path path, sqlite::Database database)
    : path_(std::move(path)), database_(std::move(database)) {}
ShardReader::~ShardReader() = default;

Result<std::unique_ptr<ShardReader>> ShardReader::Open(const std::filesystem::path& path) {
  // Without mmap: a mapped page is checked cell by cell at every visit, a cached one once.
  TRY_ASSIGN(sqlite::Database database, sqlite::Database::Open(path, {.mmap_bytes = 0}));
  TRY(CheckReadable(&database, ShardSchemaKind()));
  TRY(CheckSearchTerms(&database));
  std::unique_ptr<ShardReader> reader(new ShardReader(path, std::move(database)));
  TRY(reader->database_.Execute(
      "CREATE VIRTUAL TABLE temp.chunks_vocab USING fts5vocab('main','chunks_fts','row')"));
  TRY_ASSIGN(reader->statements_, Statements::Prepare(&reader->database_));
  TRY(reader->Snapshot());
  return reader;
}

Status ShardReader::Snapshot() {
  // ROLLBACK ends the previous read; at the first call there is none to end.
  (void)database_.Execute("ROLLBACK");
  TRY(database_.Execute("BEGIN"));
  lengths_.clear();
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT content FROM dictionaries ORDER BY dictionary_id LIMIT 1"));
  TRY_ASSIGN(const bool row, select.Step());
  if (row && !dictionary_) {
    auto dictionary = compress::Dictionary::Load(select.Blob(0));
    if (!dictionary)
      return Fail(ErrorCode::kCorrupt, "compression dictionary: " + dictionary.error().message);
    dictionary_ = std::move(*dictionary);
    codec_.reset();
  }
  if (!codec_)
    codec_ = std::make_unique<compress::ChunkCodec>(dictionary_ ? &*dictionary_ : nullptr);
  return {};
}

Status ShardReader::ReadLocations(std::int64_t doc_id, DocumentView* view) {
  sqlite::Statement& select = statements_->locations;
  select.Bind(1, doc_id);
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    LocationView location{.uri = std::string(select.Text(0)),
                          .title = std::string(select.Text(1)),
                          .state = std::string(select.Text(2)),
                          .extraction_version = std::string(select.Text(3)),
                          .source_hash = {},
                          .first_seen = select.Int(5),
                          .last_seen = select.Int(6)};
    TRY_ASSIGN(const Hash256 source, select.Hash(4));
    location.source_hash = SourceHash(source);
    for (const std::string_view text :
         {std::string_view(location.uri), std::string_view(location.title)}) {
      if (text::FindInvalidUtf8(text, true) == std::string_view::npos) continue;
      return Fail(ErrorCode::kCorrupt, "a name of document " + view->root.hex() + " is not UTF-8");
    }
    view->locations.push_back(std::move(location));
  }
  select.Reset();
  return {};
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
  std::vector<DocumentRoot> roots;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return roots;
    TRY_ASSIGN(const Hash256 root, select.Hash(0));
    roots.emplace_back(root);
  }
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
  std::vector<DocumentRoot> roots;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return roots;
    TRY_ASSIGN(const Hash256 root, select.Hash(0));
    roots.emplace_back(root);
  }
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
  std::vector<DocumentRoot> roots;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return roots;
    TRY_ASSIGN(const Hash256 root, select.Hash(0));
    roots.emplace_back(root);
  }
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
  if (!parsed)
    return Fail(ErrorCode::kCorrupt, "the links of " + std::string(uri) + " are damaged");
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

Result<std::string> ShardReader::ChunkText(std::int64_t chunk_id) {
  sqlite::Statement& select = statements_->chunk;
  select.Bind(1, chunk_id);
  TRY_ASSIGN(const bool row, select.Step());
  const auto read = [&]() -> Result<std::string> {
    const std::string place = "chunk " + std::to_string(chunk_id);
    if (!row) return Fail(ErrorCode::kCorrupt, place + " is missing");
    if (select.IsNull(0)) {
      return Fail(ErrorCode::kNotFound, place + " was evicted; rehydrate its document to read it");
    }
    auto text = codec_->Decompress(select.Blob(0), kMaxChunkBytes);
    if (!text) return std::unexpected(std::move(text).error().In(place));
    if (text->size() != static_cast<std::size_t>(select.Int(1))) {
      return Fail(ErrorCode::kCorrupt, place + " has another length than recorded");
    }
    // All code that reads text relies on this.
    if (text::FindInvalidUtf8(*text, true) != std::string::npos) {
      return Fail(ErrorCode::kCorrupt, place + " is not UTF-8");
    }
    return text;
  };
  auto text = read();
  select.Reset();
  return text;
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

Result<std::string> ShardReader::DocumentText(const DocumentView& document) {
  std::string text;
  for (std::uint64_t i = 0; i < document.leaf_count; ++i) {
    TRY_ASSIGN(const std::string slice,
               ChunkText(document.first_chunk_id + static_cast<std::int64_t>(i)));
    text += slice;
  }
  return text;
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
  const auto index = static_cast<std::uint64_t>(select.Int(1));
  select.Reset();
  if (!root) return std::unexpected(std::move(root).error());
  return ChunkPlace{DocumentRoot(*root), index};
}

Result<IndexStats> ShardReader::Stats() {
  TRY_ASSIGN(sqlite::Statement select, database_.Prepare("SELECT chunks, terms FROM index_stats"));
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return Fail(ErrorCode::kCorrupt, "index_stats is empty");
  return IndexStats{.chunks = select.Int(0), .terms = select.Int(1)};
}

Result<std::int64_t> ShardReader::DocumentFrequency(std::string_view term) {
  sqlite::Statement& select = statements_->frequency;
  select.BindText(1, term);
  TRY_ASSIGN(const bool row, select.Step());
  const std::int64_t count = row ? select.Int(0) : 0;
  select.Reset();
  return count;
}

namespace {

Result<std::vector<std::int64_t>> RowsOf(sqlite::Statement& select, const std::string& expression) {
  select.BindText(1, expression);
  std::vector<std::int64_t> rows;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    rows.push_back(select.Int(0));
  }
  select.Reset();
  return rows;
}

// FTS5 keeps the size of a row's only column as one big-endian varint.
std::uint32_t ReadVarint(std::string_view bytes) {
  std::uint32_t value = 0;
  for (const char c : bytes) {
    value = (value << 7) | (static_cast<std::uint8_t>(c) & 0x7Fu);
    if ((static_cast<std::uint8_t>(c) & 0x80u) == 0) break;
  }
  return value;
}

}  // namespace

Status ShardReader::LoadLengths() {
  TRY_ASSIGN(const std::int64_t last,
             database_.QueryInt("SELECT coalesce(max(id),0) FROM chunks_fts_docsize"));
  // Numbers far apart are damage, or much superseded text: then the lengths are looked up one by
  // one.
  TRY_ASSIGN(const IndexStats stats, Stats());
  if (last < 0 || last / 8 > stats.chunks + 8192) return {};
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT id, sz FROM chunks_fts_docsize WHERE id>0"));
  lengths_.assign(static_cast<std::size_t>(last) + 1, 0);
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return {};
    lengths_[static_cast<std::size_t>(select.Int(0))] = ReadVarint(select.Blob(1));
  }
}

Result<std::vector<std::int64_t>> ShardReader::MatchingChunks(const std::string& expression) {
  return RowsOf(statements_->matching, expression);
}

Result<std::vector<ChunkMatch>> ShardReader::Match(const std::string& expression,
                                                   double average_length,
                                                   std::span<const double> idf,
                                                   std::int64_t expected_rows) {
  // One row's length costs as much as some 32 in a sweep over all of them.
  constexpr std::int64_t kSweepFactor = 32;
  if (lengths_.empty()) {
    TRY_ASSIGN(const IndexStats stats, Stats());
    if (expected_rows * kSweepFactor > stats.chunks) TRY(LoadLengths());
  }
  const sqlite::RowLengths lengths = lengths_;
  sqlite::Statement& select = statements_->match;
  const std::string weights =
      sqlite::EncodeRankWeights({.average_length = average_length, .idf = idf});
  select.BindText(1, expression)
      .BindBlob(2, weights)
      .BindPointer(3, &lengths, sqlite::kRowLengthsPointer);
  std::vector<ChunkMatch> matches;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    matches.push_back({.chunk_id = select.Int(0), .score = select.Double(1)});
  }
  select.Reset();
  return matches;
}

Result<std::int64_t> ShardReader::TermCount(std::int64_t chunk_id) {
  sqlite::Statement& select = statements_->term_count;
  select.Bind(1, chunk_id);
  TRY_ASSIGN(const bool row, select.Step());
  const std::int64_t count = row ? select.Int(0) : 0;
  select.Reset();
  return count;
}

Result<std::vector<std::int64_t>> ShardReader::MatchingTitles(const std::string& expression) {
  return RowsOf(statements_->titles, expression);
}

Result<ShardReader::TitleView> ShardReader::TitleOf(std::int64_t location_id) {
  sqlite::Statement& select = statements_->title;
  select.Bind(1, location_id);
  const auto read = [&]() -> Result<TitleView> {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row)
      return Fail(ErrorCode::kCorrupt, "title " + std::to_string(location_id) + " has no location");
    TRY_ASSIGN(const Hash256 root, select.Hash(0));
    return TitleView{.root = DocumentRoot(root),
                     .title = std::string(select.Text(1)),
                     .first_chunk_id = select.Int(2)};
  };
  auto title = read();
  select.Reset();
  return title;
}

Result<ShardCounts> ShardReader::Counts() {
  ShardCounts counts;
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare(
                 "SELECT (SELECT count(*) FROM documents), "
                 "(SELECT count(*) FROM documents WHERE current_locations>0), "
                 "(SELECT count(*) FROM locations WHERE state='current' AND doc_id IS NOT NULL), "
                 "(SELECT count(*) FROM locations WHERE state='current' AND doc_id IS NULL), "
                 "(SELECT count(*) FROM chunks), "
                 "(SELECT coalesce(sum(link_count),0) FROM links), "
                 "(SELECT coalesce(sum(text_bytes),0) FROM documents), "
                 "(SELECT count(*) FROM audit_events)"));
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return Fail(ErrorCode::kCorrupt, "no counts");
  counts = {.documents = select.Int(0),
            .current_documents = select.Int(1),
            .locations = select.Int(2),
            .aliases = select.Int(3),
            .chunks = select.Int(4),
            .links = select.Int(5),
            .text_bytes = select.Int(6),
            .events = select.Int(7),
            .file_bytes = 0};
  counts.file_bytes = FileBytes();
  return counts;
}

std::int64_t ShardReader::FileBytes() const {
  std::int64_t bytes = 0;
  for (const char* suffix : {"", "-wal"}) {
    std::error_code ignored;
    const auto size = std::filesystem::file_size(path_.string() + suffix, ignored);
    if (!ignored) bytes += static_cast<std::int64_t>(size);
  }
  return bytes;
}

}  // namespace arborist::store
