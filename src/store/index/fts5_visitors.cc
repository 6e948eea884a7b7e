// SPDX-License-Identifier: AGPL-3.0-only
#include "store/index/fts5_visitors.h"

#include "index/bm25.h"

namespace arborist::store {

namespace {

// The length of the row, from the table if it has it.
bool LengthOf(sqlite::MatchedRow& row, std::int64_t id, RowLengths lengths, int* length) {
  const auto place = static_cast<std::size_t>(id);
  if (place < lengths.size() && lengths[place] != 0) {
    *length = static_cast<int>(lengths[place]);
    return true;
  }
  return row.Length(length);
}

// Whether FTS5 has read the expression as it was meant.
bool HasPhrases(const sqlite::MatchedRow& row, std::size_t count) {
  return static_cast<std::size_t>(row.phrases()) == count;
}

// One list of ListAdder.
class AddOne final : public sqlite::RowVisitor {
 public:
  AddOne(double idf, double average_length, RowLengths lengths, const index::Scope& scope,
         std::span<double> sums)
      : idf_(idf),
        average_length_(average_length),
        lengths_(lengths),
        filter_(scope),
        sums_(sums) {}

  bool Visit(sqlite::MatchedRow& row) override {
    const std::int64_t id = row.id();
    const auto place = static_cast<std::size_t>(id);
    if (place >= sums_.size()) return row.Refuse();
    if (!filter_.Has(id)) return true;
    int length = 0;
    int frequency = 0;
    if (!LengthOf(row, id, lengths_, &length) || !row.Count(0, &frequency)) return false;
    sums_[place] += index::Bm25Part(idf_, frequency, length, average_length_);
    return true;
  }

 private:
  double idf_;
  double average_length_;
  RowLengths lengths_;
  index::ScopeFilter filter_;
  std::span<double> sums_;
};

// One list of ListCounter.
class CountOne final : public sqlite::RowVisitor {
 public:
  explicit CountOne(const index::Scope& scope) : filter_(scope) {}
  bool Visit(sqlite::MatchedRow& row) override {
    if (filter_.Has(row.id())) ++rows;
    return true;
  }
  std::int64_t rows = 0;

 private:
  index::ScopeFilter filter_;
};

}  // namespace

bool RowScorer::Visit(sqlite::MatchedRow& row) {
  if (!HasPhrases(row, weights_.idf.size())) return row.Refuse();
  const std::int64_t id = row.id();
  if (!filter_.Has(id)) return true;
  int length = 0;
  if (!LengthOf(row, id, lengths_, &length)) return false;
  double score = 0;
  for (std::size_t phrase = 0; phrase < weights_.idf.size(); ++phrase) {
    int frequency = 0;
    if (!row.Count(static_cast<int>(phrase), &frequency)) return false;
    if (frequency > 0) {
      score += index::Bm25Part(weights_.idf[phrase], frequency, length, weights_.average_length);
    }
  }
  rows.push_back({.row = id, .score = score});
  return true;
}

bool ListAdder::Visit(sqlite::MatchedRow& row) {
  if (!HasPhrases(row, weights_.idf.size())) return row.Refuse();
  for (std::size_t phrase = 0; phrase < weights_.idf.size(); ++phrase) {
    AddOne one(weights_.idf[phrase], weights_.average_length, lengths_, scope_, sums_);
    if (!row.ForEachRowWith(static_cast<int>(phrase), &one)) return false;
  }
  return true;
}

bool ListCounter::Visit(sqlite::MatchedRow& row) {
  if (!HasPhrases(row, rows.size())) return row.Refuse();
  for (std::size_t phrase = 0; phrase < rows.size(); ++phrase) {
    CountOne one(scope_);
    if (!row.ForEachRowWith(static_cast<int>(phrase), &one)) return false;
    rows[phrase] = one.rows;
  }
  return true;
}

bool LeafCounter::Visit(sqlite::MatchedRow& row) {
  if (!HasPhrases(row, leaves_.size())) return row.Refuse();
  if (!filter_.Has(row.id())) return true;
  index::RowCounts& counted = rows.emplace_back();
  counted.row = row.id();
  counted.counts.resize(count_);
  for (std::size_t phrase = 0; phrase < leaves_.size(); ++phrase) {
    if (!row.Count(static_cast<int>(phrase), &counted.counts[leaves_[phrase]])) return false;
  }
  return true;
}

}  // namespace arborist::store
