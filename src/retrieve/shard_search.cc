// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/shard_search.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <optional>
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

// The sum over the terms that begin so. The vocabulary counts all chunks of a term; to leave some
// out, its list is read.
Result<std::int64_t> SumOfForms(store::ShardReader* shard, const Term& prefix,
                                std::span<const ChunkRange> skipped) {
  TRY_ASSIGN(const std::vector<store::ShardReader::TermChunks> forms,
             shard->TermsWith(prefix.text));
  std::int64_t sum = 0;
  if (skipped.empty()) {
    for (const auto& form : forms) sum += form.chunks;
    return sum;
  }
  constexpr std::size_t kFormsAtOnce = 64;  // bounds the lists that are open
  for (std::size_t begin = 0; begin < forms.size(); begin += kFormsAtOnce) {
    std::string expression;
    for (std::size_t i = begin; i < std::min(forms.size(), begin + kFormsAtOnce); ++i)
      expression += (i == begin ? "" : " OR ") + Quote({.text = forms[i].term});
    TRY_ASSIGN(const std::int64_t some, shard->CountRows(expression, skipped));
    sum += some;
  }
  return sum;
}

}  // namespace

Result<std::vector<std::int64_t>> Frequencies(store::ShardReader* shard,
                                              std::span<const Term> terms,
                                              std::span<const ChunkRange> skipped,
                                              FormCount forms) {
  const auto frequency = [&](const Term& term) -> Result<std::int64_t> {
    if (term.prefix && forms == FormCount::kSum) return SumOfForms(shard, term, skipped);
    if (term.prefix || !skipped.empty()) return shard->CountRows(Quote(term), skipped);
    return shard->DocumentFrequency(term.text);
  };
  std::vector<std::int64_t> frequencies;
  for (const Term& term : terms) {
    TRY_ASSIGN(const std::int64_t chunks, frequency(term));
    frequencies.push_back(chunks);
  }
  return frequencies;
}

WeightedExpression Weigh(const Expression& expression, const Query& query,
                         const TermStatistics& statistics, const RankConstants& constants) {
  WeightedExpression weighted{.text = expression.text, .weights = {}, .any = expression.any};
  for (const std::size_t term : expression.phrases) {
    const double factor = query.terms[term].weighs_less() ? constants.stem : 1.0;
    weighted.weights.push_back(factor * statistics.idf[term]);
    weighted.expected_rows += statistics.frequency[term];
  }
  return weighted;
}

namespace {

// Of the rows, best first, the first `count` candidates and those that tie with the last of them.
// Nothing: the rows ended first, and there are others.
Result<std::optional<std::vector<Candidate>>> TakeBest(store::ShardReader* shard,
                                                       store::ShardReader::BestRows found,
                                                       std::size_t count,
                                                       std::size_t per_document) {
  std::vector<store::ChunkMatch>& matches = found.rows;
  for (store::ChunkMatch& match : matches) match.score = RoundScore(match.score);
  std::erase_if(matches, [](const store::ChunkMatch& match) { return match.score <= 0; });
  // Of one document the earlier of two equal chunks comes first.
  const auto worse = [](const store::ChunkMatch& a, const store::ChunkMatch& b) {
    return std::tie(a.score, b.chunk_id) < std::tie(b.score, a.chunk_id);
  };
  std::make_heap(matches.begin(), matches.end(), worse);
  struct Document {
    std::int64_t last_chunk_id = 0;
    std::size_t taken = 0;
  };
  std::map<std::int64_t, Document> documents;  // by first chunk
  std::vector<Candidate> candidates;
  while (true) {
    if (matches.empty() && found.complete) break;
    if (matches.empty()) return std::nullopt;
    // Rows that tie with the last one stay until their roots are known.
    if (candidates.size() >= count && matches.front().score < candidates.back().score) break;
    std::pop_heap(matches.begin(), matches.end(), worse);
    const store::ChunkMatch match = matches.back();
    matches.pop_back();
    const auto next = documents.upper_bound(match.chunk_id);
    Document* document = next == documents.begin() ? nullptr : &std::prev(next)->second;
    if (document != nullptr && document->last_chunk_id < match.chunk_id) document = nullptr;
    if (document != nullptr && document->taken == per_document) continue;
    TRY_ASSIGN(const store::ChunkPlace place, shard->texts().PlaceOf(match.chunk_id));
    if (per_document > 0) {
      const std::int64_t first = match.chunk_id - static_cast<std::int64_t>(place.chunk_idx);
      const std::int64_t last = first + static_cast<std::int64_t>(place.leaf_count) - 1;
      ++documents.try_emplace(first, Document{last, 0}).first->second.taken;
    }
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

}  // namespace

Result<std::vector<Candidate>> BestMatches(store::ShardReader* shard,
                                           const WeightedExpression& expression,
                                           double average_length, std::size_t count,
                                           std::size_t per_document) {
  const auto rows = [&](std::size_t least) -> Result<store::ShardReader::BestRows> {
    if (expression.any) {
      return shard->MatchAny(expression.text, average_length, expression.weights,
                             expression.expected_rows, least);
    }
    TRY_ASSIGN(std::vector<store::ChunkMatch> all,
               shard->Match(expression.text, average_length, expression.weights,
                            expression.expected_rows));
    return store::ShardReader::BestRows{.rows = std::move(all), .complete = true};
  };
  // More than wanted: a document that crowds takes rows away, and scores are rounded.
  constexpr std::size_t kMargin = 4;
  TRY_ASSIGN(store::ShardReader::BestRows some, rows(kMargin * count));
  TRY_ASSIGN(std::optional<std::vector<Candidate>> best,
             TakeBest(shard, std::move(some), count, per_document));
  if (best) return std::move(*best);
  TRY_ASSIGN(store::ShardReader::BestRows all, rows(0));
  TRY_ASSIGN(best, TakeBest(shard, std::move(all), count, per_document));
  return std::move(*best);
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

bool Better(const KeywordCandidate& a, const KeywordCandidate& b) {
  return std::tie(b.weight, a.root, a.shard) < std::tie(a.weight, b.root, b.shard);
}

Result<std::vector<KeywordCandidate>> BestKeywords(store::ShardReader* shard, const Query& query,
                                                   const TermStatistics& statistics,
                                                   std::size_t breadth, std::size_t count) {
  struct Row {
    std::uint64_t groups = 0;
    double weight = 0;
  };
  std::unordered_map<std::int64_t, Row> rows;
  for (std::size_t g = 0; g < query.groups.size(); ++g) {
    // A hyphenated word is there with its first part, or written together.
    const Group& group = query.groups[g];
    std::vector<std::size_t> terms{group.words.front().term};
    if (group.joined) terms.push_back(*group.joined);
    for (const std::size_t term : terms) {
      TRY_ASSIGN(const std::vector<std::int64_t> found,
                 shard->MatchingKeywords(Quote(query.terms[term])));
      for (const std::int64_t chunk_id : found) {
        Row& row = rows[chunk_id];
        const std::uint64_t bit = std::uint64_t{1} << g;
        if ((row.groups & bit) != 0) continue;
        row.groups |= bit;
        row.weight += statistics.idf[term];
      }
    }
  }
  std::vector<std::pair<double, std::int64_t>> wide;
  for (const auto& [chunk_id, row] : rows) {
    if (static_cast<std::size_t>(std::popcount(row.groups)) >= breadth)
      wide.emplace_back(RoundScore(row.weight), chunk_id);
  }
  std::sort(wide.begin(), wide.end(), std::greater<>());
  std::map<DocumentRoot, KeywordCandidate> best;
  double previous = 0;
  for (const auto& [weight, chunk_id] : wide) {
    if (best.size() >= count && weight < previous) break;
    previous = weight;
    TRY_ASSIGN(const std::vector<store::KeywordSource> sources, shard->KeywordSources(chunk_id));
    for (const store::KeywordSource& source : sources) {
      best.emplace(source.root, KeywordCandidate{.root = source.root,
                                                 .weight = weight,
                                                 .first_chunk_id = source.first_chunk_id});
    }
  }
  std::vector<KeywordCandidate> candidates;
  candidates.reserve(best.size());
  for (const auto& [root, candidate] : best) candidates.push_back(candidate);
  std::sort(candidates.begin(), candidates.end(),
            [](const KeywordCandidate& a, const KeywordCandidate& b) { return Better(a, b); });
  if (candidates.size() > count) candidates.resize(count);
  return candidates;
}

}  // namespace arborist::retrieve
