// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <span>
#include <string>

struct sqlite3;

namespace arborist::sqlite {

// BM25 with statistics that are given, not those of one file: summed over all shards they make the
// same ranking whatever the layout (decision 22).
struct RankWeights {
  double average_length = 1;    // terms per chunk over the whole corpus
  std::span<const double> idf;  // one per phrase of the MATCH expression, in its order
};

// The second argument of arborist_rank(chunks_fts, ?).
std::string EncodeRankWeights(const RankWeights& weights);

// One part of BM25, the same formula for the SQL function and for re-ranking in the program.
double Bm25Part(double idf, double term_frequency, double length, double average_length);

bool RegisterRankFunction(sqlite3* handle);

}  // namespace arborist::sqlite
