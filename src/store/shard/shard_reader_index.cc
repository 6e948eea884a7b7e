// SPDX-License-Identifier: AGPL-3.0-only
// The full-text index of a shard.
#include <algorithm>
#include <array>
#include <functional>

#include "sqlite/rank_function.h"
#include "store/shard/shard_reader_statements.h"

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

// The largest number of each block; in lanes, for a maximum waits for the one before.
constexpr std::size_t kBlock = 64;
std::vector<double> BlockMaxima(std::span<const double> numbers) {
  constexpr std::size_t kLanes = 8;
  std::vector<double> maxima;
  maxima.reserve(numbers.size() / kBlock + 1);
  std::size_t begin = 0;
  for (; begin + kBlock <= numbers.size(); begin += kBlock) {
    std::array<double, kLanes> lanes{};
    for (std::size_t i = 0; i < kBlock; i += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const double number = numbers[begin + i + lane];
        lanes[lane] = number > lanes[lane] ? number : lanes[lane];
      }
    }
    maxima.push_back(*std::ranges::max_element(lanes));
  }
  if (begin < numbers.size()) maxima.push_back(std::ranges::max(numbers.subspan(begin)));
  return maxima;
}

// At least `least` rows, if there are so many, and all that score as much as one of them: each of
// so many blocks holds one.
ShardReader::BestRows RowsFrom(std::span<const double> sums, std::size_t least) {
  const std::vector<double> maxima = BlockMaxima(sums);
  double floor = 0;
  if (least > 0 && maxima.size() > least) {
    std::vector<double> sorted = maxima;
    const auto last = sorted.begin() + static_cast<std::ptrdiff_t>(least - 1);
    std::nth_element(sorted.begin(), last, sorted.end(), std::greater<>());
    floor = *last;
  }
  ShardReader::BestRows found{.rows = {}, .complete = floor <= 0};
  for (std::size_t block = 0; block < maxima.size(); ++block) {
    if (maxima[block] <= 0 || maxima[block] < floor) continue;
    const std::size_t end = std::min(sums.size(), (block + 1) * kBlock);
    for (std::size_t id = block * kBlock; id < end; ++id) {
      if (sums[id] > 0 && sums[id] >= floor)
        found.rows.push_back({.chunk_id = static_cast<std::int64_t>(id), .score = sums[id]});
    }
  }
  return found;
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

Result<std::vector<ShardReader::TermChunks>> ShardReader::TermsWith(std::string_view prefix) {
  // Above all that begins so: no UTF-8 has this byte.
  const std::string last = std::string(prefix) + '\xFF';
  sqlite::Statement& select = statements_->terms;
  select.BindText(1, prefix).BindText(2, last);
  std::vector<TermChunks> terms;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    terms.push_back({.term = std::string(select.Text(0)), .chunks = select.Int(1)});
  }
  select.Reset();
  return terms;
}

Result<std::int64_t> ShardReader::CountRows(const std::string& expression,
                                            std::span<const sqlite::RowRange> skipped) {
  sqlite::RowTally tally{.skipped = skipped};
  sqlite::Statement& select = statements_->tally;
  select.BindText(1, expression).BindPointer(2, &tally, sqlite::kRowTallyPointer);
  const Result<bool> row = select.Step();  // none: no chunk matches
  select.Reset();
  if (!row) return std::unexpected(row.error());
  return tally.rows;
}

// Nothing: so few rows that a sweep over all lengths costs more than to look theirs up.
Status ShardReader::LoadLengthsFor(std::int64_t expected_rows) {
  // One row's length costs as much as some 32 in a sweep over all of them.
  constexpr std::int64_t kSweepFactor = 32;
  if (!lengths_.empty()) return {};
  TRY_ASSIGN(const IndexStats stats, Stats());
  return expected_rows * kSweepFactor > stats.chunks ? LoadLengths() : Status();
}

Result<std::vector<ChunkMatch>> ShardReader::Match(const std::string& expression,
                                                   double average_length,
                                                   std::span<const double> idf,
                                                   std::int64_t expected_rows) {
  TRY(LoadLengthsFor(expected_rows));
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

Result<ShardReader::BestRows> ShardReader::MatchAny(const std::string& expression,
                                                    double average_length,
                                                    std::span<const double> idf,
                                                    std::int64_t expected_rows, std::size_t least) {
  // A row of Match costs as much as some 8 in a sweep over the sums.
  constexpr std::int64_t kSweepFactor = 8;
  TRY(LoadLengthsFor(expected_rows));
  if (expected_rows * kSweepFactor < static_cast<std::int64_t>(lengths_.size()) ||
      lengths_.empty()) {
    TRY_ASSIGN(std::vector<ChunkMatch> all, Match(expression, average_length, idf, expected_rows));
    return BestRows{.rows = std::move(all), .complete = true};
  }
  std::vector<double> sums(lengths_.size());
  sqlite::RowSums rows{.lengths = lengths_, .sums = sums};
  sqlite::Statement& select = statements_->add;
  const std::string weights =
      sqlite::EncodeRankWeights({.average_length = average_length, .idf = idf});
  select.BindText(1, expression)
      .BindBlob(2, weights)
      .BindPointer(3, &rows, sqlite::kRowSumsPointer);
  const Result<bool> row = select.Step();  // none: no chunk matches
  select.Reset();
  if (!row) return std::unexpected(row.error());
  return RowsFrom(sums, least);
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
