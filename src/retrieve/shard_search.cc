// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/shard_search.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "text/search_tokens.h"

namespace arborist::retrieve {

bool Better(const Candidate& a, const Candidate& b) {
  return std::tie(b.score, a.root, a.chunk_idx, a.shard) <
         std::tie(a.score, b.root, b.chunk_idx, b.shard);
}

bool Better(const TitleCandidate& a, const TitleCandidate& b) {
  return std::tie(b.weight, a.title_length, a.root, a.shard) <
         std::tie(a.weight, b.title_length, b.root, b.shard);
}

namespace {

std::int64_t CountOutside(const std::vector<std::int64_t>& rows,
                          std::span<const ChunkRange> skipped) {
  auto range = skipped.begin();
  std::int64_t count = 0;
  for (const std::int64_t row : rows) {
    while (range != skipped.end() && range->last < row) ++range;
    if (range == skipped.end() || row < range->first) ++count;
  }
  return count;
}

}  // namespace

Result<std::vector<std::int64_t>> Frequencies(store::ShardReader* shard,
                                              std::span<const Term> terms,
                                              std::span<const ChunkRange> skipped) {
  std::vector<std::int64_t> frequencies;
  for (const Term& term : terms) {
    if (!term.prefix && skipped.empty()) {
      TRY_ASSIGN(const std::int64_t frequency, shard->DocumentFrequency(term.text));
      frequencies.push_back(frequency);
      continue;
    }
    TRY_ASSIGN(const std::vector<std::int64_t> rows, shard->MatchingChunks(Quote(term)));
    frequencies.push_back(CountOutside(rows, skipped));
  }
  return frequencies;
}

Result<std::vector<Candidate>> BestMatches(store::ShardReader* shard, const Expression& expression,
                                           const TermStatistics& statistics,
                                           const RankConstants& constants, const Query& query,
                                           std::size_t count) {
  std::vector<double> weights;
  std::int64_t rows = 0;
  for (const std::size_t term : expression.phrases) {
    const double factor = query.terms[term].prefix ? constants.stem : 1.0;
    weights.push_back(factor * statistics.idf[term]);
    rows += statistics.frequency[term];
  }
  TRY_ASSIGN(std::vector<store::ChunkMatch> matches,
             shard->Match(expression.text, statistics.average_length, weights, rows));
  for (store::ChunkMatch& match : matches) match.score = RoundScore(match.score);
  std::erase_if(matches, [](const store::ChunkMatch& match) { return match.score <= 0; });
  if (matches.size() > count) {
    // Rows that tie with the last one stay until their roots are known.
    const auto last = matches.begin() + static_cast<std::ptrdiff_t>(count) - 1;
    std::nth_element(matches.begin(), last, matches.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
    const double least = last->score;
    std::erase_if(matches, [least](const store::ChunkMatch& match) { return match.score < least; });
  }
  std::vector<Candidate> candidates;
  for (const store::ChunkMatch& match : matches) {
    TRY_ASSIGN(const store::ChunkPlace place, shard->PlaceOf(match.chunk_id));
    candidates.push_back({.root = place.root,
                          .chunk_idx = place.chunk_idx,
                          .score = match.score,
                          .chunk_id = match.chunk_id});
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return Better(a, b); });
  if (candidates.size() > count) candidates.resize(count);
  return candidates;
}

Result<std::vector<TitleCandidate>> BestTitles(store::ShardReader* shard, const Query& query,
                                               std::span<const std::size_t> terms,
                                               const TermStatistics& statistics, double least,
                                               std::size_t count) {
  std::unordered_map<std::int64_t, double> weights;
  for (const std::size_t term : terms) {
    TRY_ASSIGN(const std::vector<std::int64_t> rows,
               shard->MatchingTitles(Quote(query.terms[term])));
    for (const std::int64_t row : rows) weights[row] += statistics.idf[term];
  }
  std::vector<std::pair<double, std::int64_t>> rows;
  for (const auto& [row, weight] : weights) {
    if (weight >= least) rows.emplace_back(RoundScore(weight), row);
  }
  std::sort(rows.begin(), rows.end(), std::greater<>());
  std::map<DocumentRoot, TitleCandidate> best;
  double previous = 0;
  for (const auto& [weight, row] : rows) {
    if (best.size() >= count && weight < previous) break;
    previous = weight;
    TRY_ASSIGN(const store::ShardReader::TitleView title, shard->TitleOf(row));
    const TitleCandidate candidate{.root = title.root,
                                   .weight = weight,
                                   .title_length = text::QueryTerms(title.title).size(),
                                   .first_chunk_id = title.first_chunk_id};
    const auto [it, added] = best.emplace(title.root, candidate);
    if (!added && Better(candidate, it->second)) it->second = candidate;
  }
  std::vector<TitleCandidate> titles;
  titles.reserve(best.size());
  for (const auto& [root, candidate] : best) titles.push_back(candidate);
  std::sort(titles.begin(), titles.end(),
            [](const TitleCandidate& a, const TitleCandidate& b) { return Better(a, b); });
  if (titles.size() > count) titles.resize(count);
  return titles;
}

}  // namespace arborist::retrieve
