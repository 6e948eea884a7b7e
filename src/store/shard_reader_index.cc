// SPDX-License-Identifier: AGPL-3.0-only
// The full-text index of a shard.
#include "sqlite/rank_function.h"
#include "store/shard_reader_statements.h"

namespace arborist::store {

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
  std::vector<std::uint32_t> lengths(static_cast<std::size_t>(last) + 1, 0);
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    // In a damaged table the last row need not have the largest number.
    if (select.Int(0) > last) {
      return Fail(ErrorCode::kCorrupt, "damaged lengths in the index; run arborist fsck");
    }
    lengths[static_cast<std::size_t>(select.Int(0))] = ReadVarint(select.Blob(1));
  }
  lengths_ = std::move(lengths);
  return {};
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

Result<std::vector<ShardReader::PhraseCounts>> ShardReader::CountPhrases(
    const std::string& expression, std::int64_t first, std::int64_t last) {
  sqlite::Statement& select = statements_->counts;
  select.BindText(1, expression).Bind(2, first).Bind(3, last);
  std::vector<PhraseCounts> rows;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    rows.push_back({select.Int(0), sqlite::DecodePhraseCounts(select.Blob(1))});
  }
  select.Reset();
  return rows;
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

}  // namespace arborist::store
