// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/search.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

namespace arborist::retrieve {

namespace {

constexpr std::size_t kMaxRemembered = 1 << 16;

// In any layout the same: one row per chunk, best first, at most count.
void MergeBest(std::vector<Candidate>* candidates, std::size_t count) {
  std::sort(candidates->begin(), candidates->end(),
            [](const Candidate& a, const Candidate& b) { return Better(a, b); });
  const auto same = [](const Candidate& a, const Candidate& b) {
    return a.root == b.root && a.chunk_idx == b.chunk_idx;
  };
  candidates->erase(std::unique(candidates->begin(), candidates->end(), same), candidates->end());
  if (candidates->size() > count) candidates->resize(count);
}

// Can a chunk hold every group?
bool AllPossible(const Query& query, const TermStatistics& statistics) {
  return std::all_of(query.groups.begin(), query.groups.end(), [&](const Group& group) {
    if (group.joined && statistics.frequency[*group.joined] > 0) return true;
    return std::all_of(group.words.begin(), group.words.end(),
                       [&](const Word& word) { return statistics.frequency[word.term] > 0; });
  });
}

// The terms of the relaxed search, rarest first: none above the cap and not more rows than the
// budget, but two at least, if there are two.
std::vector<std::size_t> RelaxedTerms(const TermStatistics& statistics, std::int64_t chunks,
                                      const RankConstants& constants) {
  constexpr std::size_t kLeast = 2;
  std::vector<std::size_t> terms;
  for (std::size_t i = 0; i < statistics.frequency.size(); ++i) {
    if (statistics.frequency[i] > 0) terms.push_back(i);
  }
  std::sort(terms.begin(), terms.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(statistics.frequency[a], a) < std::pair(statistics.frequency[b], b);
  });
  const double cap = constants.frequency_cap * static_cast<double>(chunks);
  std::int64_t rows = 0;
  std::size_t kept = 0;
  for (; kept < terms.size(); ++kept) {
    const std::int64_t frequency = statistics.frequency[terms[kept]];
    rows += frequency;
    if (kept < kLeast) continue;
    if (rows > constants.relaxed_rows || static_cast<double>(frequency) > cap) break;
  }
  terms.resize(kept);
  return terms;
}

std::vector<Candidate> WithoutCrowding(std::vector<Candidate> candidates,
                                       std::size_t per_document) {
  if (per_document == 0) return candidates;
  std::map<DocumentRoot, std::size_t> seen;
  std::erase_if(candidates, [&](const Candidate& c) { return ++seen[c.root] > per_document; });
  return candidates;
}

// An evicted chunk can be found by its title alone.
Result<std::string> TextOf(store::ShardReader* reader, std::int64_t chunk_id) {
  auto text = reader->ChunkText(chunk_id);
  if (!text && text.error().code == ErrorCode::kNotFound) return std::string();
  return text;
}

double BestTitle(const Ranker& ranker, const store::DocumentView& view) {
  double best = 0;
  for (const store::LocationView& location : view.locations) {
    if (location.state == "current") best = std::max(best, ranker.Title(location.title));
  }
  return best;
}

}  // namespace

Searcher::Searcher(const store::Corpus* corpus, SoftCache* cache)
    : corpus_(corpus), cache_(cache) {}

Status Searcher::ForEachShard(const ShardTask& task) const {
  const auto& shards = corpus_->shards();
  const std::size_t threads =
      std::min<std::size_t>(shards.size(), std::max(1u, std::thread::hardware_concurrency()));
  std::vector<Status> results(shards.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < shards.size(); i = next++)
      results[i] = task(i, shards[i].get());
  };
  {
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(work);
    work();
  }
  for (std::size_t i = 0; i < shards.size(); ++i) TRY_IN("shard " + shards[i]->name(), results[i]);
  return {};
}

Status Searcher::Refresh() {
  TRY_ASSIGN(const Hash256 state, corpus_->State());
  if (state_ == state) return {};
  state_.reset();
  frequencies_.clear();
  TRY_ASSIGN(duplicates_, FindDuplicates(*corpus_, state, cache_));
  chunks_ = -duplicates_.skipped_chunks;
  terms_ = -duplicates_.skipped_terms;
  for (const auto& shard : corpus_->shards()) {
    TRY_ASSIGN(const store::IndexStats stats, shard->Stats());
    chunks_ += stats.chunks;
    terms_ += stats.terms;
  }
  state_ = state;
  return {};
}

Result<TermStatistics> Searcher::Statistics(const Query& query) {
  std::vector<Term> unknown;
  for (const Term& term : query.terms) {
    if (!frequencies_.contains(Quote(term))) unknown.push_back(term);
  }
  if (!unknown.empty()) {
    std::vector<std::vector<std::int64_t>> counts(corpus_->shards().size());
    TRY(ForEachShard([&](std::size_t i, store::ShardReader* reader) -> Status {
      TRY_ASSIGN(counts[i], Frequencies(reader, unknown, duplicates_.skipped[i]));
      return {};
    }));
    if (frequencies_.size() > kMaxRemembered) {
      frequencies_.clear();
      return Statistics(query);
    }
    for (std::size_t t = 0; t < unknown.size(); ++t) {
      std::int64_t sum = 0;
      for (const auto& shard : counts) sum += shard[t];
      frequencies_.emplace(Quote(unknown[t]), sum);
    }
  }
  TermStatistics statistics;
  statistics.average_length = chunks_ > 0 ? static_cast<double>(std::max<std::int64_t>(terms_, 1)) /
                                                static_cast<double>(chunks_)
                                          : 1;
  for (const Term& term : query.terms) {
    const std::int64_t frequency = frequencies_.at(Quote(term));
    statistics.frequency.push_back(frequency);
    statistics.idf.push_back(InverseFrequency(chunks_, frequency));
  }
  return statistics;
}

Result<std::vector<Candidate>> Searcher::Match(const Query& query, const Expression& expression,
                                               const TermStatistics& statistics,
                                               const RankConstants& constants,
                                               std::size_t count) const {
  std::vector<std::vector<Candidate>> found(corpus_->shards().size());
  TRY(ForEachShard([&](std::size_t i, store::ShardReader* reader) -> Status {
    TRY_ASSIGN(found[i], BestMatches(reader, expression, statistics, constants, query, count));
    for (Candidate& candidate : found[i]) candidate.shard = i;
    return {};
  }));
  std::vector<Candidate> all;
  for (const auto& some : found) all.insert(all.end(), some.begin(), some.end());
  MergeBest(&all, count);
  return all;
}

Result<std::vector<Candidate>> Searcher::MatchTitles(const Query& query,
                                                     const TermStatistics& statistics,
                                                     const RankConstants& constants) const {
  std::vector<std::size_t> terms;
  double total = 0;
  for (const Group& group : query.groups) {
    for (const Word& word : group.words) {
      terms.push_back(word.term);
      total += statistics.idf[word.term];
    }
    if (group.joined) terms.push_back(*group.joined);
  }
  std::vector<std::vector<TitleCandidate>> found(corpus_->shards().size());
  TRY(ForEachShard([&](std::size_t i, store::ShardReader* reader) -> Status {
    TRY_ASSIGN(found[i], BestTitles(reader, query, terms, statistics, constants.title_share * total,
                                    constants.title_documents));
    for (TitleCandidate& title : found[i]) title.shard = i;
    return {};
  }));
  std::vector<TitleCandidate> titles;
  for (const auto& some : found) titles.insert(titles.end(), some.begin(), some.end());
  std::sort(titles.begin(), titles.end(),
            [](const TitleCandidate& a, const TitleCandidate& b) { return Better(a, b); });
  std::vector<Candidate> candidates;
  for (const TitleCandidate& title : titles) {
    if (candidates.size() == constants.title_documents) break;
    const bool known = std::any_of(candidates.begin(), candidates.end(),
                                   [&](const Candidate& c) { return c.root == title.root; });
    if (known) continue;
    candidates.push_back({.root = title.root,
                          .chunk_idx = 0,
                          .score = 0,
                          .chunk_id = title.first_chunk_id,
                          .shard = title.shard});
  }
  return candidates;
}

Result<std::vector<Candidate>> Searcher::Candidates(const Query& query,
                                                    const TermStatistics& statistics,
                                                    const SearchOptions& options) const {
  const RankConstants& constants = options.constants;
  const std::size_t count = std::max(constants.rerank, options.limit);
  std::vector<Candidate> all;
  if (AllPossible(query, statistics)) {
    TRY_ASSIGN(all, Match(query, AllOf(query), statistics, constants, count));
  }
  if (all.size() < options.limit) {
    const std::vector<std::size_t> terms = RelaxedTerms(statistics, chunks_, constants);
    if (!terms.empty()) {
      TRY_ASSIGN(const std::vector<Candidate> relaxed,
                 Match(query, AnyOf(query, terms), statistics, constants, count));
      all.insert(all.end(), relaxed.begin(), relaxed.end());
    }
  }
  TRY_ASSIGN(const std::vector<Candidate> titles, MatchTitles(query, statistics, constants));
  all.insert(all.end(), titles.begin(), titles.end());
  for (Candidate& candidate : all) candidate.score = 0;
  MergeBest(&all, all.size());
  return all;
}

Status Searcher::Rank(const Ranker& ranker, std::vector<Candidate>* candidates) const {
  TRY(ForEachShard([&](std::size_t i, store::ShardReader* reader) -> Status {
    std::map<DocumentRoot, double> titles;
    for (Candidate& candidate : *candidates) {
      if (candidate.shard != i) continue;
      TRY_ASSIGN(const std::string text, TextOf(reader, candidate.chunk_id));
      candidate.score = ranker.Body(text);
      const auto [title, added] = titles.emplace(candidate.root, 0);
      if (added && !duplicates_.Contains(candidate.root)) {
        TRY_ASSIGN(const std::optional<store::DocumentView> view, reader->Find(candidate.root));
        if (view) title->second = BestTitle(ranker, *view);
      }
      candidate.score += title->second;
    }
    return {};
  }));
  for (Candidate& candidate : *candidates) {
    if (duplicates_.Contains(candidate.root)) {
      TRY_ASSIGN(const std::optional<store::CorpusDocument> document,
                 corpus_->Find(candidate.root));
      if (document) candidate.score += BestTitle(ranker, document->view);
    }
    candidate.score = RoundScore(candidate.score);
  }
  std::erase_if(*candidates, [](const Candidate& candidate) { return candidate.score <= 0; });
  MergeBest(candidates, candidates->size());
  return {};
}

Result<SearchHit> Searcher::Describe(const Candidate& candidate, const Ranker& ranker) const {
  TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus_->Find(candidate.root));
  if (!document)
    return Fail(ErrorCode::kCorrupt, "document " + candidate.root.hex() + " has no location");
  TRY_ASSIGN(const std::string text,
             TextOf(corpus_->shards()[candidate.shard].get(), candidate.chunk_id));
  return SearchHit{.document_root = candidate.root,
                   .document_uri = document->shown().uri,
                   .title = document->shown().title,
                   .chunk_idx = candidate.chunk_idx,
                   .score = candidate.score,
                   .snippet = MakeSnippet(text, ranker)};
}

Result<std::vector<SearchHit>> Searcher::Search(const SearchOptions& options) {
  const Query query = ParseQuery(options.query);
  if (query.empty())
    return Fail(ErrorCode::kInvalidArgument, "the query has no word to search for");
  TRY(Refresh());
  TRY_ASSIGN(const TermStatistics statistics, Statistics(query));
  TRY_ASSIGN(std::vector<Candidate> candidates, Candidates(query, statistics, options));
  const Ranker ranker(query, statistics, options.constants);
  TRY(Rank(ranker, &candidates));
  candidates = WithoutCrowding(std::move(candidates), options.per_document);
  if (candidates.size() > options.limit) candidates.resize(options.limit);
  std::vector<SearchHit> hits;
  for (const Candidate& candidate : candidates) {
    TRY_ASSIGN(SearchHit hit, Describe(candidate, ranker));
    hits.push_back(std::move(hit));
  }
  return hits;
}

}  // namespace arborist::retrieve
