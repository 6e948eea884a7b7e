// SPDX-License-Identifier: AGPL-3.0-only
// What a searcher knows of the corpus: its size and how often each term stands in it.
#include <algorithm>

#include "retrieve/accept.h"
#include "retrieve/search.h"

namespace arborist::retrieve {

namespace {

constexpr std::size_t kMaxRemembered = 1 << 16;

}  // namespace

Status Searcher::Refresh() {
  TRY_ASSIGN(const Hash256 state, corpus_->State());
  if (state_ == state) return {};
  state_.reset();
  frequencies_.clear();
  TRY_ASSIGN(duplicates_, FindDuplicates(*corpus_, state, cache_));
  chunks_ = -duplicates_.skipped_chunks;
  terms_ = -duplicates_.skipped_terms;
  for (const auto& shard : corpus_->shards()) {
    TRY_ASSIGN(const index::TextStats stats, shard->index().Stats());
    chunks_ += stats.chunks;
    terms_ += stats.terms;
  }
  has_keywords_ = false;
  for (const auto& shard : corpus_->shards()) {
    TRY_ASSIGN(const bool any, shard->index().HasRows(index::Field::kKeywords));
    has_keywords_ = has_keywords_ || any;
  }
  state_ = state;
  return {};
}

Result<TermFrequency> Searcher::Frequency(std::string_view term) {
  TRY(Refresh());
  Query query;
  query.terms.push_back({.text = std::string(term)});
  TRY_ASSIGN(const index::TermStatistics statistics, Statistics(query));
  return TermFrequency{WeighedChunks(), statistics.frequency.front()};
}

Result<index::TermStatistics> Searcher::StatisticsOf(const Query& query) {
  TRY(Refresh());
  return Statistics(query);
}

Result<index::TermStatistics> Searcher::Statistics(const Query& query) {
  std::vector<index::Term> unknown;
  for (const index::Term& term : query.terms) {
    if (!frequencies_.contains(term)) unknown.push_back(term);
  }
  if (!unknown.empty()) {
    // By the size of the corpus, not of a shard: the same in any layout.
    const FormCount forms = chunks_ < kManyChunks ? FormCount::kOnce : FormCount::kSum;
    std::vector<std::vector<std::int64_t>> counts(corpus_->shards().size());
    TRY(ForEachShard([&](std::size_t i, store::ShardReader* reader) -> Status {
      TRY_ASSIGN(counts[i], Frequencies(reader->index(), unknown, duplicates_.counted[i], forms));
      return {};
    }));
    if (frequencies_.size() > kMaxRemembered) {
      frequencies_.clear();
      return Statistics(query);
    }
    for (std::size_t t = 0; t < unknown.size(); ++t) {
      std::int64_t sum = 0;
      for (const auto& shard : counts) sum += shard[t];
      frequencies_.emplace(unknown[t], sum);
    }
  }
  index::TermStatistics statistics;
  statistics.average_length = chunks_ > 0 ? static_cast<double>(std::max<std::int64_t>(terms_, 1)) /
                                                static_cast<double>(chunks_)
                                          : 1;
  for (const index::Term& term : query.terms) {
    const std::int64_t frequency = frequencies_.at(term);
    statistics.frequency.push_back(frequency);
    statistics.idf.push_back(index::InverseFrequency(WeighedChunks(), frequency));
  }
  return statistics;
}

}  // namespace arborist::retrieve
