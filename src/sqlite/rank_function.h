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

// The second argument of arborist_rank(chunks_fts, ?, ?); the third, a RowLengths*, may be absent.
std::string EncodeRankWeights(const RankWeights& weights);

// One part of BM25, the same formula for the SQL function and for re-ranking in the program.
double Bm25Part(double idf, double term_frequency, double length, double average_length);

// How often each phrase of the MATCH expression stands in the row, in its order: what
// arborist_counts(chunks_fts) returns.
std::vector<int> DecodePhraseCounts(std::string_view blob);

// Makes both functions known to a connection.
bool RegisterRankFunction(sqlite3* handle);

}  // namespace arborist::sqlite
