// SPDX-License-Identifier: AGPL-3.0-only
// A search in two passes. The first takes candidates from the index of every shard, scored by BM25
// with statistics summed over all shards: chunks with all words, where these are few also with any
// word, titles, keyword cores, and runs of the question's words. The second reads the text of each
// candidate (or, where it was evicted, what the index counted) and scores it with a Ranker. Shards
// are asked in parallel; scores are rounded and ties broken by root and chunk, so neither layout
// nor threads change the result.
#include "retrieve/search.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/contained.h"
#include "markup/base.h"
#include "retrieve/accept.h"
#include "retrieve/relaxed.h"
#include "store/places.h"

namespace arborist::retrieve {

namespace {

bool SameChunk(const Candidate& a, const Candidate& b) {
  return a.root == b.root && a.chunk_idx == b.chunk_idx;
}

// In any layout the same: one row per chunk, best first, at most count.
void MergeBest(std::vector<Candidate>* candidates, std::size_t count) {
  std::sort(candidates->begin(), candidates->end(),
            [](const Candidate& a, const Candidate& b) { return Better(a, b); });
  candidates->erase(std::unique(candidates->begin(), candidates->end(), SameChunk),
                    candidates->end());
  if (candidates->size() > count) candidates->resize(count);
}

// Can a chunk hold every group?
bool AllPossible(const Query& query, const index::TermStatistics& statistics) {
  return std::all_of(query.groups.begin(), query.groups.end(), [&](const Group& group) {
    if (group.joined && statistics.frequency[*group.joined] > 0) return true;
    return std::all_of(group.words.begin(), group.words.end(),
                       [&](const Word& word) { return statistics.frequency[word.term] > 0; });
  });
}

std::vector<Candidate> WithoutCrowding(std::vector<Candidate> candidates,
                                       std::size_t per_document) {
  if (per_document == 0) return candidates;
  std::map<DocumentRoot, std::size_t> seen;
  std::erase_if(candidates, [&](const Candidate& c) { return ++seen[c.root] > per_document; });
  return candidates;
}

Result<std::optional<std::string>> UnlessEvicted(Result<std::string> text) {
  if (!text && text.error().code == ErrorCode::kNotFound) return std::nullopt;
  if (!text) return std::unexpected(std::move(text).error());
  return std::move(*text);
}

// Nothing: it was evicted.
Result<std::optional<std::string>> TextHere(store::ShardReader* reader, store::ChunkId chunk_id) {
  return UnlessEvicted(reader->texts().RawChunk(chunk_id));
}

// What the index knows of a chunk whose text was evicted; nothing of a cold one.
Result<Presence> BodyInIndex(store::ShardReader* reader, store::ChunkId chunk_id,
                             const Ranker& ranker) {
  const index::RowRange chunk = store::RowsOf(chunk_id);
  TRY_ASSIGN(const std::vector<index::RowCounts> rows,
             reader->index().Counts({.tree = AnyTerm(ranker.query()), .scope = {.within = chunk}}));
  if (rows.empty()) return Presence{};
  TRY_ASSIGN(const std::int64_t length, reader->index().TermsIn(chunk));
  return ranker.Body(rows[0].counts, length);
}

std::vector<std::string> CurrentTitles(const store::DocumentView& view) {
  std::vector<std::string> titles;
  for (const store::LocationView& location : view.locations) {
    if (location.current()) titles.push_back(location.title);
  }
  return titles;
}

Presence BestTitle(const Ranker& ranker, const std::vector<std::string>& titles) {
  Presence best;
  for (const std::string& title : titles) {
    const Presence presence = ranker.Title(title);
    if (presence.score > best.score) best = presence;
  }
  return best;
}

}  // namespace

unsigned SearchThreads(const store::Corpus& corpus) {
  return static_cast<unsigned>(std::min<std::size_t>(corpus.shards().size(), ThreadsFor(0)));
}

Searcher::Searcher(const store::Corpus* corpus, SoftCache* cache, WorkerPool* workers)
    : corpus_(corpus), cache_(cache), workers_(workers) {}

Status Searcher::ForEachShard(const ShardTask& task) const {
  const auto& shards = corpus_->shards();
  return ParallelFor(workers_, shards.size(), [&](std::size_t i, unsigned) -> Status {
    TRY_IN("shard " + shards[i]->name(), Contained([&] { return task(i, shards[i].get()); }));
    return {};
  });
}

Result<std::vector<Candidate>> Searcher::Match(const WeightedQuery& wanted, std::size_t count,
                                               std::size_t per_document) const {
  std::vector<std::vector<Candidate>> found(corpus_->shards().size());
  TRY(ForEachShard([&](std::size_t i, store::ShardReader* reader) -> Status {
    TRY_ASSIGN(found[i], BestMatches(reader, wanted, count, per_document));
    for (Candidate& candidate : found[i]) candidate.shard = i;
    return {};
  }));
  std::vector<Candidate> all;
  for (const auto& some : found) all.insert(all.end(), some.begin(), some.end());
  MergeBest(&all, count);
  return all;
}

Result<std::vector<Candidate>> Searcher::MatchTitles(const Query& query,
                                                     const index::TermStatistics& statistics,
                                                     const RankConstants& constants) const {
  const WeightedQuery wanted = WeighTitles(query, statistics, constants.title_share);
  std::vector<std::vector<TitleCandidate>> found(corpus_->shards().size());
  TRY(ForEachShard([&](std::size_t i, store::ShardReader* reader) -> Status {
    TRY_ASSIGN(found[i], BestTitles(reader, wanted, constants.title_documents));
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

Result<Searcher::Found> Searcher::Candidates(const Query& query,
                                             const index::TermStatistics& statistics,
                                             const RankOptions& options) const {
  const RankConstants& constants = options.constants;
  const std::size_t count = std::max(constants.rerank, options.limit);
  const std::size_t crowd =
      options.per_document == 0 ? 0 : std::max(options.per_document, constants.crowd);
  const auto match = [&](TermTree tree) {
    return Match(Weigh(std::move(tree), query, statistics, constants), count, crowd);
  };
  Found found;
  std::vector<Candidate>& all = found.candidates;
  if (AllPossible(query, statistics)) {
    TRY_ASSIGN(all, match(AllOf(query)));
  }
  found.all_words = !all.empty();
  if (all.size() < count) {
    const std::vector<std::size_t> terms =
        RelaxedTerms(query, statistics, WeighedChunks(), constants);
    if (!terms.empty()) {
      TRY_ASSIGN(const std::vector<Candidate> relaxed, match(AnyOf(query, terms)));
      all.insert(all.end(), relaxed.begin(), relaxed.end());
    }
  }
  TRY_ASSIGN(const std::vector<Candidate> titles, MatchTitles(query, statistics, constants));
  all.insert(all.end(), titles.begin(), titles.end());
  return found;
}

Result<std::map<DocumentRoot, double>> Searcher::MatchKeywords(
    const Query& query, const index::TermStatistics& statistics, const RankConstants& constants,
    std::vector<Candidate>* candidates) const {
  std::map<DocumentRoot, double> weights;
  if (!has_keywords_) return weights;
  const std::size_t breadth = Breadth(query.groups.size());
  std::vector<std::vector<KeywordCandidate>> found(corpus_->shards().size());
  TRY(ForEachShard([&](std::size_t i, store::ShardReader* reader) -> Status {
    TRY_ASSIGN(found[i],
               BestKeywords(reader, query, statistics, breadth, constants.keyword_documents + 1));
    for (KeywordCandidate& candidate : found[i]) candidate.shard = i;
    return {};
  }));
  std::vector<KeywordCandidate> all;
  for (const auto& some : found) all.insert(all.end(), some.begin(), some.end());
  std::sort(all.begin(), all.end(),
            [](const KeywordCandidate& a, const KeywordCandidate& b) { return Better(a, b); });
  // Words that are keywords of many tell nothing: those that tie with one too many are left out.
  const double least =
      all.size() > constants.keyword_documents ? all[constants.keyword_documents].weight : 0;
  for (const KeywordCandidate& candidate : all) {
    if (candidate.weight <= least) break;
    if (!weights.emplace(candidate.root, candidate.weight).second) continue;
    candidates->push_back({.root = candidate.root,
                           .chunk_idx = 0,
                           .score = 0,
                           .chunk_id = candidate.first_chunk_id,
                           .shard = candidate.shard});
  }
  return weights;
}

// Synonyms never narrow a search: only where no chunk holds all words of the question.
Status Searcher::AddSynonyms(const RankOptions& options, Ranking* ranking) {
  std::vector<std::string> texts;
  if (ranking->queries[0].groups.size() == 1) {
    for (const std::string& synonym : options.synonyms) {
      if (texts.size() < options.constants.keyword_synonyms) texts.push_back(synonym);
    }
  } else {
    std::string text = options.queries[0];
    for (const std::string& synonym : options.synonyms) text += " " + synonym;
    texts.push_back(std::move(text));
  }
  for (const std::string& text : texts) {
    Query query = ParseQuery(text, options.hyphen_fold);
    if (query.empty()) continue;
    TRY_ASSIGN(index::TermStatistics statistics, Statistics(query));
    const std::vector<std::size_t> terms =
        RelaxedTerms(query, statistics, WeighedChunks(), options.constants);
    if (terms.empty()) continue;
    TRY_ASSIGN(const std::vector<Candidate> some,
               Match(Weigh(AnyOf(query, terms), query, statistics, options.constants),
                     std::max(options.constants.rerank, options.limit), options.per_document));
    ranking->candidates.insert(ranking->candidates.end(), some.begin(), some.end());
    ranking->queries.push_back(std::move(query));
    ranking->statistics.push_back(std::move(statistics));
  }
  return {};
}

// Those whose text holds a run are known only when it is read: Score looks.
Result<std::vector<Candidate>> Searcher::MatchPhrases(const Ranking& ranking,
                                                      const Phrases& phrases,
                                                      const RankOptions& options) const {
  const WeightedQuery wanted = phrases.ForIndex(ranking.queries[0], ranking.statistics[0]);
  if (wanted.weights.leaves.empty()) return std::vector<Candidate>{};
  TRY_ASSIGN(std::vector<Candidate> found,
             Match(wanted, options.constants.phrase_documents, options.per_document));
  for (Candidate& candidate : found) candidate.phrase = true;
  return found;
}

Status Searcher::Score(std::span<const Ranker> rankers, const Phrases* phrases,
                       std::vector<Candidate>* candidates) const {
  const auto judge = [&](const std::optional<std::string>& text,
                         const std::vector<std::string>& titles, Candidate* candidate) -> Status {
    store::ShardReader* reader = corpus_->shards()[candidate->shard].get();
    for (std::size_t q = 0; q < rankers.size(); ++q) {
      Presence body;
      if (text) {
        body = rankers[q].Body(*text);
      } else {
        TRY_ASSIGN(body, BodyInIndex(reader, candidate->chunk_id, rankers[q]));
      }
      const Presence title = BestTitle(rankers[q], titles);
      const double score = RoundScore(body.score + title.score);
      if (score <= candidate->score) continue;
      candidate->score = score;
      candidate->query = q;
      candidate->body = body;
      candidate->title = title;
    }
    candidate->phrase = candidate->phrase && text && phrases->StandIn(*text);
    return {};
  };
  TRY(ForEachShard([&](std::size_t i, store::ShardReader* reader) -> Status {
    std::map<DocumentRoot, std::vector<std::string>> titles;
    for (Candidate& candidate : *candidates) {
      if (candidate.shard != i || duplicates_.Contains(candidate.root)) continue;
      TRY_ASSIGN(const std::optional<std::string> text, TextHere(reader, candidate.chunk_id));
      const auto [known, added] = titles.try_emplace(candidate.root);
      if (added) {
        TRY_ASSIGN(const std::optional<store::DocumentView> view,
                   reader->documents().Find(candidate.root));
        if (view) known->second = CurrentTitles(*view);
      }
      if (Status judged = judge(text, known->second, &candidate); !judged) return judged;
    }
    return {};
  }));
  // Titles of a text that stands in several shards come from all of them.
  for (Candidate& candidate : *candidates) {
    if (!duplicates_.Contains(candidate.root)) continue;
    TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus_->Find(candidate.root));
    TRY_ASSIGN(const std::optional<std::string> text, TextOf(candidate));
    TRY(judge(text, document ? CurrentTitles(document->view) : std::vector<std::string>(),
              &candidate));
  }
  std::erase_if(*candidates, [](const Candidate& candidate) { return candidate.score <= 0; });
  MergeBest(candidates, candidates->size());
  return {};
}

Result<Ranking> Searcher::Rank(const RankOptions& options) {
  Ranking ranking;
  for (const std::string& text : options.queries) {
    Query query = ParseQuery(text, options.hyphen_fold);
    if (!query.empty()) ranking.queries.push_back(std::move(query));
  }
  if (ranking.queries.empty()) return ranking;
  TRY(Refresh());
  std::vector<Candidate>& all = ranking.candidates;
  std::map<DocumentRoot, double> lifts;
  bool all_words = false;
  for (const Query& query : ranking.queries) {
    TRY_ASSIGN(index::TermStatistics statistics, Statistics(query));
    TRY_ASSIGN(const Found found, Candidates(query, statistics, options));
    all_words = all_words || found.all_words;
    all.insert(all.end(), found.candidates.begin(), found.candidates.end());
    TRY_ASSIGN(const auto weights, MatchKeywords(query, statistics, options.constants, &all));
    for (const auto& [root, weight] : weights) lifts[root] = std::max(lifts[root], weight);
    ranking.statistics.push_back(std::move(statistics));
  }
  if (!options.synonyms.empty() && !all_words) TRY(AddSynonyms(options, &ranking));
  for (const auto& [root, weight] : lifts) ranking.core_matches.push_back(root);
  std::vector<Ranker> rankers;
  rankers.reserve(ranking.queries.size());
  for (std::size_t i = 0; i < ranking.queries.size(); ++i)
    rankers.emplace_back(ranking.queries[i], ranking.statistics[i], options.constants);
  std::optional<Phrases> phrases;
  if (options.phrases) {
    phrases.emplace(options.queries[0]);
    TRY_ASSIGN(const std::vector<Candidate> some, MatchPhrases(ranking, *phrases, options));
    all.insert(all.begin(), some.begin(), some.end());
  }
  // One row per chunk; a phrase is not forgotten for having come by another way as well.
  std::sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    return std::tie(a.root, a.chunk_idx, b.phrase, a.shard) <
           std::tie(b.root, b.chunk_idx, a.phrase, b.shard);
  });
  all.erase(std::unique(all.begin(), all.end(), SameChunk), all.end());
  for (Candidate& candidate : all) candidate.score = 0;
  TRY(Score(rankers, phrases ? &*phrases : nullptr, &all));
  if (!lifts.empty()) {
    for (Candidate& candidate : all) {
      if (const auto lift = lifts.find(candidate.root); lift != lifts.end())
        candidate.score = RoundScore(candidate.score + options.constants.keyword * lift->second);
    }
    MergeBest(&all, all.size());
  }
  all = WithoutCrowding(std::move(all), options.per_document);
  if (all.size() > options.limit) all.resize(options.limit);
  return ranking;
}

Result<std::optional<std::string>> Searcher::TextOf(const Candidate& candidate) const {
  TRY_ASSIGN(std::optional<std::string> text,
             TextHere(corpus_->shards()[candidate.shard].get(), candidate.chunk_id));
  if (text) return text;
  TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus_->Find(candidate.root));
  if (!document) return std::nullopt;
  return UnlessEvicted(store::ChunkText(*document, candidate.chunk_idx));
}

Result<SearchHit> Searcher::Describe(const Candidate& candidate, const Ranker& ranker) const {
  TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus_->Find(candidate.root));
  if (!document)
    return Fail(ErrorCode::kCorrupt, "document " + candidate.root.hex() + " has no location");
  // What is shown is of the revision that is shown, and has its hash checked.
  TRY_ASSIGN(const std::optional<std::string> text,
             UnlessEvicted(store::ChunkText(*document, candidate.chunk_idx)));
  const markup::Base base =
      markup::BaseOf(document->shown().extraction_version, markup::BaseSet::kAll);
  SearchHit hit{.document_root = candidate.root,
                .document_uri = document->shown().uri,
                .title = document->shown().title,
                .chunk_idx = candidate.chunk_idx,
                .score = candidate.score,
                .snippet = text ? SnippetOf(base, *text, ranker) : Snippet{},
                .tier = document->view.tier};
  if (text) {
    TRY_ASSIGN(hit.place, store::PlaceFinder().Find(*document, hit.chunk_idx, hit.snippet.offset));
  }
  return hit;
}

Result<std::vector<SearchHit>> Searcher::Search(const SearchOptions& options) {
  TRY_ASSIGN(const Ranking ranking, Rank({.queries = {options.query},
                                          .limit = options.limit,
                                          .per_document = options.per_document,
                                          .constants = options.constants}));
  if (ranking.queries.empty())
    return Fail(ErrorCode::kInvalidArgument, "the query has no word to search for");
  const Ranker ranker(ranking.queries[0], ranking.statistics[0], options.constants);
  std::vector<SearchHit> hits;
  for (const Candidate& candidate : ranking.candidates) {
    TRY_ASSIGN(SearchHit hit, Describe(candidate, ranker));
    hits.push_back(std::move(hit));
  }
  return hits;
}

}  // namespace arborist::retrieve
