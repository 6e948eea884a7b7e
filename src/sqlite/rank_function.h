// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace arborist::sqlite {

// BM25 with statistics that are given, not those of one file: summed over all shards they make the
// same ranking whatever the layout (decision 22).
struct RankWeights {
  double average_length = 1;    // terms per chunk over the whole corpus
  std::span<const double> idf;  // one per phrase of the MATCH expression, in its order
};

// Terms per row, by rowid; 0 where there is none. To look a length up in the index costs more than
// all the rest of ranking a row, so whoever ranks many rows brings them along.
using RowLengths = std::span<const std::uint32_t>;
inline constexpr const char* kRowLengthsPointer = "arborist_row_lengths";

// Where arborist_add(chunks_fts, ?, ?) adds up the scores of all rows of an OR of phrases, by
// rowid: its second argument is as below, its third a RowSums*. Called for one row of the
// expression, it gives each row what arborist_rank would, for a fraction of the time. A rowid
// outside of `sums` is an error.
struct RowSums {
  RowLengths lengths;
  std::span<double> sums;
};
inline constexpr const char* kRowSumsPointer = "arborist_row_sums";

// How many rows outside of `skipped`, whose ranges are in order, hold each phrase of an OR, added
// up: what arborist_tally(chunks_fts, ?) counts when it is called for one row of the expression.
struct RowRange {
  std::int64_t first = 0;
  std::int64_t last = 0;
};
struct RowTally {
  std::span<const RowRange> skipped;
  std::int64_t rows = 0;
};
inline constexpr const char* kRowTallyPointer = "arborist_row_tally";

// The second argument of arborist_rank(chunks_fts, ?, ?); the third, a RowLengths*, may be absent.
std::string EncodeRankWeights(const RankWeights& weights);

// One part of BM25, the same formula for the SQL functions and for re-ranking in the program.
inline double Bm25Part(double idf, double term_frequency, double length, double average_length) {
  constexpr double kK1 = 1.2;
  constexpr double kB = 0.75;
  return idf * (term_frequency * (kK1 + 1)) /
         (term_frequency + kK1 * (1 - kB + kB * length / average_length));
}

// How often each phrase of the MATCH expression stands in the row, in its order: what
// arborist_counts(chunks_fts) returns.
std::vector<int> DecodePhraseCounts(std::string_view blob);

// Makes the functions known to a connection.
bool RegisterRankFunction(sqlite3* handle);

}  // namespace arborist::sqlite
