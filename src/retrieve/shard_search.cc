// SPDX-License-Identifier: AGPL-3.0-only
// Candidates of one shard. The index returns rows; a row becomes a candidate only when its document
// is known, and then some rows fall away (a document that crowds, two locations of one document).
// So each function asks for a few more rows than it needs, and for all of them if those end before
// enough candidates are certain. Rows that tie with the last candidate are kept until their roots
// are known, because ties are broken by root and not by row number, which differs between shards.
#include "retrieve/shard_search.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "base/check.h"
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

// The sum over the terms that begin so. The index knows how many chunks a term has in all; to leave
// some out, its list is read.
Result<std::int64_t> SumOfForms(index::Reader& index, std::string_view prefix,
                                const index::Scope& scope) {
  TRY_ASSIGN(const std::vector<index::TermRows> forms, index.TermsWith(prefix));
  std::int64_t sum = 0;
  if (scope.has_all()) {
    for (const index::TermRows& form : forms) sum += form.rows;
    return sum;
  }
  std::vector<index::Term> terms;
  terms.reserve(forms.size());
  for (const index::TermRows& form : forms) terms.push_back({.text = form.term});
  TRY_ASSIGN(const std::vector<std::int64_t> counts, index.Frequencies(terms, scope));
  for (const std::int64_t count : counts) sum += count;
  return sum;
}

}  // namespace

Result<std::vector<std::int64_t>> Frequencies(index::Reader& index,
                                              std::span<const index::Term> terms,
                                              const index::Scope& scope, FormCount forms) {
  std::vector<std::int64_t> counts(terms.size());
  std::vector<index::Term> once;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].prefix && forms == FormCount::kSum) {
      TRY_ASSIGN(counts[i], SumOfForms(index, terms[i].text, scope));
    } else {
      once.push_back(terms[i]);
      places.push_back(i);
    }
  }
  TRY_ASSIGN(const std::vector<std::int64_t> some, index.Frequencies(once, scope));
  for (std::size_t i = 0; i < places.size(); ++i) counts[places[i]] = some[i];
  return counts;
}

WeightedQuery Weigh(TermTree tree, const Query& query, const index::TermStatistics& statistics,
                    const RankConstants& constants) {
  index::Weights weights{.leaves = {}, .average_length = statistics.average_length};
  for (const std::size_t term : tree.terms) {
    const double factor = query.WeighsLess(term) ? constants.stem : 1.0;
    weights.leaves.push_back(factor * statistics.idf[term]);
    weights.expected_rows += statistics.frequency[term];
  }
  return {.query = {.tree = std::move(tree.node)}, .weights = std::move(weights)};
}

namespace {

// Of the rows, best first, the first `count` candidates and those that tie with the last of them.
// Nothing: the rows ended first, and there are others.
Result<std::optional<std::vector<Candidate>>> TakeBest(store::ShardReader* shard,
                                                       index::TopRows found, std::size_t count,
                                                       std::size_t per_document) {
  std::vector<index::ScoredRow>& matches = found.rows;
  for (index::ScoredRow& match : matches) match.score = RoundScore(match.score);
  std::erase_if(matches, [](const index::ScoredRow& match) { return match.score <= 0; });
  // Of one document the earlier of two equal chunks comes first.
  const auto worse = [](const index::ScoredRow& a, const index::ScoredRow& b) {
    return std::tie(a.score, b.row) < std::tie(b.score, a.row);
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
    const index::ScoredRow match = matches.back();
    matches.pop_back();
    const auto next = documents.upper_bound(match.row);
    Document* document = next == documents.begin() ? nullptr : &std::prev(next)->second;
    if (document != nullptr && document->last_chunk_id < match.row) document = nullptr;
    if (document != nullptr && document->taken == per_document) continue;
    TRY_ASSIGN(const store::ChunkPlace place, shard->texts().PlaceOf(store::ChunkId{match.row}));
    if (per_document > 0) {
      const std::int64_t first = match.row - static_cast<std::int64_t>(place.chunk_idx);
      const std::int64_t last = first + static_cast<std::int64_t>(place.leaf_count) - 1;
      ++documents.try_emplace(first, Document{last, 0}).first->second.taken;
    }
    candidates.push_back({.root = place.root,
                          .chunk_idx = place.chunk_idx,
                          .score = match.score,
                          .chunk_id = store::ChunkId{match.row}});
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return Better(a, b); });
  if (candidates.size() > count) candidates.resize(count);
  return candidates;
}

// More rows than are wanted: a document that crowds takes some away, several locations may lead to
// one document, and scores are rounded.
constexpr std::size_t kMargin = 4;

// Of the rows, best first, the first `count` titles and those that tie with the last of them.
// Nothing: the rows ended first, and there are others.
Result<std::optional<std::vector<TitleCandidate>>> TakeBestTitles(store::ShardReader* shard,
                                                                  index::TopRows found,
                                                                  std::size_t count) {
  std::vector<index::ScoredRow>& rows = found.rows;
  for (index::ScoredRow& row : rows) row.score = RoundScore(row.score);
  std::ranges::sort(rows, [](const index::ScoredRow& a, const index::ScoredRow& b) {
    return std::tie(b.score, b.row) < std::tie(a.score, a.row);
  });
  std::map<DocumentRoot, TitleCandidate> best;
  double previous = 0;
  bool enough = found.complete;
  for (const index::ScoredRow& row : rows) {
    if (best.size() >= count && row.score < previous) {
      enough = true;
      break;
    }
    previous = row.score;
    TRY_ASSIGN(const store::TitleView title, shard->locations().TitleOf(row.row));
    const TitleCandidate candidate{.root = title.root,
                                   .weight = row.score,
                                   .title_length = text::QueryTerms(title.title).size(),
                                   .first_chunk_id = title.first_chunk_id};
    const auto [it, added] = best.emplace(title.root, candidate);
    if (!added && Better(candidate, it->second)) it->second = candidate;
  }
  if (!enough) return std::nullopt;
  std::vector<TitleCandidate> titles;
  titles.reserve(best.size());
  for (const auto& [root, candidate] : best) titles.push_back(candidate);
  std::ranges::sort(titles,
                    [](const TitleCandidate& a, const TitleCandidate& b) { return Better(a, b); });
  if (titles.size() > count) titles.resize(count);
  return titles;
}

}  // namespace

Result<std::vector<Candidate>> BestMatches(store::ShardReader* shard, const WeightedQuery& wanted,
                                           std::size_t count, std::size_t per_document) {
  for (std::size_t k = kMargin * count;; k = index::kEveryRow) {
    TRY_ASSIGN(index::TopRows rows, shard->index().TopK(wanted.query, wanted.weights, k));
    CHECK(rows.complete || k != index::kEveryRow);
    TRY_ASSIGN(std::optional<std::vector<Candidate>> best,
               TakeBest(shard, std::move(rows), count, per_document));
    if (best) return std::move(*best);
  }
}

WeightedQuery WeighTitles(const Query& query, const index::TermStatistics& statistics,
                          double share) {
  index::Any any;
  index::Weights weights;
  double total = 0;
  const auto add = [&](std::size_t term) {
    any.members.push_back({query.terms[term]});
    weights.leaves.push_back(statistics.idf[term]);
  };
  for (const Group& group : query.groups) {
    for (const Word& word : group.words) {
      add(word.term);
      total += statistics.idf[word.term];
    }
    if (group.joined) add(*group.joined);
  }
  weights.least = share * total;
  return {.query = {.field = index::Field::kTitle, .tree = {std::move(any)}},
          .weights = std::move(weights)};
}

Result<std::vector<TitleCandidate>> BestTitles(store::ShardReader* shard,
                                               const WeightedQuery& wanted, std::size_t count) {
  for (std::size_t k = kMargin * count;; k = index::kEveryRow) {
    TRY_ASSIGN(index::TopRows rows, shard->index().TopK(wanted.query, wanted.weights, k));
    CHECK(rows.complete || k != index::kEveryRow);
    TRY_ASSIGN(std::optional<std::vector<TitleCandidate>> best,
               TakeBestTitles(shard, std::move(rows), count));
    if (best) return std::move(*best);
  }
}

bool Better(const KeywordCandidate& a, const KeywordCandidate& b) {
  return std::tie(b.weight, a.root, a.shard) < std::tie(a.weight, b.root, b.shard);
}

Result<std::vector<KeywordCandidate>> BestKeywords(store::ShardReader* shard, const Query& query,
                                                   const index::TermStatistics& statistics,
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
      TRY_ASSIGN(
          const std::vector<std::int64_t> found,
          shard->index().Rows({.field = index::Field::kKeywords, .tree = {query.terms[term]}}));
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
    TRY_ASSIGN(const std::vector<store::KeywordSource> sources,
               shard->derivations().KeywordSources(store::ChunkId{chunk_id}));
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
