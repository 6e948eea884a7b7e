// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "index/bm25.h"
#include "index/query.h"

namespace arborist::index {

// What the rows of a query score by.
struct Weights {
  std::vector<double> leaves;      // of each leaf of the tree: the idf that it scores with
  double average_length = 1;       // terms per chunk of the whole corpus
  double least = 0;                // rows that score less are left out
  std::int64_t expected_rows = 0;  // that match in all shards, about; only tunes the speed
};

struct ScoredRow {
  std::int64_t row = 0;
  double score = 0;
};
struct TopRows {
  std::vector<ScoredRow> rows;  // in no order
  bool complete = false;        // none is left out for being worse than k others
};
inline constexpr std::size_t kEveryRow = std::numeric_limits<std::size_t>::max();

// A term of the index and in how many rows it stands.
struct TermRows {
  std::string term;
  std::int64_t rows = 0;
};

struct RowCounts {
  std::int64_t row = 0;
  std::vector<int> counts;  // how often each leaf of the query stands in it
};

// The reading end of the index of one shard, at the moment that its shard reader looks at. Belongs
// to one thread at a time, as that does.
//
// No result depends on anything but the terms of rows and what is passed: what counts for a rank
// (frequencies, average length) comes from the caller, who has summed it over all shards. Damage is
// kCorrupt; a phrase or a count outside of the text is kInvalidArgument.
class Reader {
 public:
  virtual ~Reader() = default;

  // -- statistics
  virtual Result<TextStats> Stats() = 0;
  virtual Result<std::uint64_t> TextBytes() = 0;  // that the text takes in the index
  virtual Result<bool> HasRows(Field field) = 0;
  // In how many rows of the text within the scope each term stands. Of a prefix each row counts
  // once, which takes as long as reading the lists of all terms that begin so.
  virtual Result<std::vector<std::int64_t>> Frequencies(std::span<const Term> terms,
                                                        const Scope& scope) = 0;
  // The terms of the text that begin so, in the order of their bytes.
  virtual Result<std::vector<TermRows>> TermsWith(std::string_view prefix) = 0;
  // How many terms the chunks of a range have together.
  virtual Result<std::int64_t> TermsIn(const RowRange& chunks) = 0;

  // -- rows
  // The k best rows of a query at least, if it has so many; of kEveryRow all. What is left out
  // scores less than all that is there. In the text a row scores the sum of Bm25Part over the
  // leaves that stand in it, those that score 0 are left out, and a leaf in a group that the row
  // does not match may count for nothing; elsewhere the sum of the weights of the leaves.
  virtual Result<TopRows> TopK(const Query& query, const Weights& weights, std::size_t k) = 0;
  // All rows of a query, in order.
  virtual Result<std::vector<std::int64_t>> Rows(const Query& query) = 0;
  // All rows of a query of the text, in order, with the counts of its leaves.
  virtual Result<std::vector<RowCounts>> Counts(const Query& query) = 0;
};

}  // namespace arborist::index
