// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/query.h"
#include "index/reader.h"
#include "sqlite/matched_rows.h"

namespace arborist::store {

// What the FTS5 index works out from the rows that it is shown. Each borrows what it is made of.

// Terms per row, by row; 0 where there is none. To look a length up in the index costs more than
// all the rest of scoring a row, so whoever scores many rows brings them along.
using RowLengths = std::span<const std::uint32_t>;

// BM25 of the rows of an expression: one weight for each of its phrases.
struct PhraseWeights {
  std::vector<double> idf;
  double average_length = 1;
};

// Shown every row of an expression: scores them.
class RowScorer final : public sqlite::RowVisitor {
 public:
  RowScorer(const PhraseWeights& weights, RowLengths lengths, const index::Scope& scope)
      : weights_(weights), lengths_(lengths), filter_(scope) {}
  bool Visit(sqlite::MatchedRow& row) override;
  std::vector<index::ScoredRow> rows;

 private:
  const PhraseWeights& weights_;
  RowLengths lengths_;
  index::ScopeFilter filter_;
};

// Shown any one row of an OR of phrases: adds the scores of all its rows up in `sums`, by row. What
// a row gets is what RowScorer gives it, to the bit, for a fraction of the time: the lists are read
// one after the other, and no row passes the OR. A row outside of `sums` is damage.
class ListAdder final : public sqlite::RowVisitor {
 public:
  ListAdder(const PhraseWeights& weights, RowLengths lengths, const index::Scope& scope,
            std::span<double> sums)
      : weights_(weights), lengths_(lengths), scope_(scope), sums_(sums) {}
  bool Visit(sqlite::MatchedRow& row) override;

 private:
  const PhraseWeights& weights_;
  RowLengths lengths_;
  const index::Scope& scope_;
  std::span<double> sums_;
};

// Shown any one row of an OR of phrases: counts the rows of each.
class ListCounter final : public sqlite::RowVisitor {
 public:
  ListCounter(std::size_t phrases, const index::Scope& scope) : rows(phrases), scope_(scope) {}
  bool Visit(sqlite::MatchedRow& row) override;
  std::vector<std::int64_t> rows;  // by phrase

 private:
  const index::Scope& scope_;
};

// Shown every row of an expression: counts its leaves in them.
class LeafCounter final : public sqlite::RowVisitor {
 public:
  // The leaf of each phrase, and how many leaves there are.
  LeafCounter(std::span<const std::size_t> leaves, std::size_t count, const index::Scope& scope)
      : leaves_(leaves), count_(count), filter_(scope) {}
  bool Visit(sqlite::MatchedRow& row) override;
  std::vector<index::RowCounts> rows;

 private:
  std::span<const std::size_t> leaves_;
  std::size_t count_;
  index::ScopeFilter filter_;
};

}  // namespace arborist::store
