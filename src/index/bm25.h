// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <vector>

namespace arborist::index {

// BM25 under statistics that are given: those of the whole corpus rank the same whatever shard a
// row stands in (decision 22).

// How big the text of a shard is.
struct TextStats {
  std::int64_t chunks = 0;
  std::int64_t terms = 0;
};

// What the whole corpus knows of the terms of a query, in their order.
struct TermStatistics {
  double average_length = 1;            // terms per chunk
  std::vector<std::int64_t> frequency;  // chunks that hold the term
  std::vector<double> idf;
};

double InverseFrequency(std::int64_t chunks, std::int64_t frequency);

// What a term that stands so often in a row adds to its score. The same formula for an index and
// for whoever ranks its rows again.
inline double Bm25Part(double idf, double term_frequency, double length, double average_length) {
  constexpr double kK1 = 1.2;
  constexpr double kB = 0.75;
  return idf * (term_frequency * (kK1 + 1)) /
         (term_frequency + kK1 * (1 - kB + kB * length / average_length));
}

}  // namespace arborist::index
