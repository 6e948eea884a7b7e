// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/parallel_for.h"
#include "reading/notes.h"
#include "retrieve/duplicates.h"
#include "retrieve/phrases.h"
#include "retrieve/query.h"
#include "retrieve/ranker.h"
#include "retrieve/shard_search.h"
#include "retrieve/snippet.h"
#include "store/corpus.h"

namespace arborist::retrieve {

// In a small corpus it is chance which words are rare: where there is one chunk, its words would
// weigh next to nothing and those it lacks everything. Words weigh as if there were so many chunks
// (docs/performance.md).
constexpr std::int64_t kLeastChunks = 64;

// From so many chunks on a prefix is counted by the sum over its terms (FormCount): below, to count
// each chunk once takes little time and finds a little more (docs/performance.md).
constexpr std::int64_t kManyChunks = 100'000;

// Of a search term over the whole corpus.
struct TermFrequency {
  std::int64_t chunks = 0;  // kLeastChunks at least
  std::int64_t with_term = 0;
};

struct SearchOptions {
  std::string query;
  std::size_t limit = 10;
  std::size_t per_document = 0;  // hits of one document, at most; 0: any number
  RankConstants constants = {};
};

struct RankOptions {
  std::vector<std::string> queries;  // a chunk counts by the one it answers best
  std::size_t limit = 10;
  std::size_t per_document = 0;
  bool hyphen_fold = true;
  bool phrases = false;  // also look for five words of the first query in a row
  // What else the words of the first query are called: looked for when no chunk holds all of them.
  std::vector<std::string> synonyms = {};
  RankConstants constants = {};
};

// The best chunks, without their texts.
struct Ranking {
  std::vector<Query> queries;  // those with a word in them
  std::vector<index::TermStatistics> statistics;
  std::vector<Candidate> candidates;
  std::vector<DocumentRoot> core_matches = {};  // whose keywords hold enough of a query, in order
};

// One passage. What is shown is the document's current location with the smallest URI.
struct SearchHit {
  DocumentRoot document_root;
  std::string document_uri;
  std::string title;
  std::uint64_t chunk_idx = 0;
  double score = 0;  // above 0, rounded to 1e-6
  Snippet snippet;   // empty when the text was evicted
  // Where the snippet's first hit stands in the source, where that is known.
  std::optional<reading::Place> place = {};
  store::Tier tier = store::Tier::kHot;
};

// The most threads that a search of this corpus has work for.
unsigned SearchThreads(const store::Corpus& corpus);

// Ranked passages of a whole corpus; the same, scores included, whatever its layout (decision 22).
//
//   all words   chunks that hold every word of the query, by BM25
//   relaxed     when these are fewer than are ranked: chunks that hold any of its words, rarest
//               first up to a budget that grows with the corpus; other forms when rows are few
//   phrases     chunks that repeat five words of the question, when asked for
//   titles      documents whose title holds much of the query come in with their first chunk
//   keywords    and so do those whose keyword core (distill) holds enough of its words
//   rank        of the best of these the text is read and all scored alike (ranker.h)
//
// Remembers statistics while the corpus stays as it is. Searches the shards on the workers it is
// given, which may serve others too, and belongs, like its corpus, to one thread at a time.
class Searcher {
 public:
  // Borrows all of these. Without workers it searches one shard after the other.
  explicit Searcher(const store::Corpus* corpus, SoftCache* cache = nullptr,
                    WorkerPool* workers = nullptr);

  // A query without any word is kInvalidArgument.
  Result<std::vector<SearchHit>> Search(const SearchOptions& options);

  // What the corpus knows of a query's terms.
  Result<index::TermStatistics> StatisticsOf(const Query& query);

  // What Search ranks by; queries without a word count for nothing.
  Result<Ranking> Rank(const RankOptions& options);

  Result<TermFrequency> Frequency(std::string_view term);

 private:
  using ShardTask = std::function<Status(std::size_t shard, store::ShardReader* reader)>;
  Status Refresh();
  std::int64_t WeighedChunks() const { return std::max(chunks_, kLeastChunks); }
  Status ForEachShard(const ShardTask& task) const;
  Result<index::TermStatistics> Statistics(const Query& query);
  Result<std::vector<Candidate>> Match(const WeightedQuery& wanted, std::size_t count,
                                       std::size_t per_document) const;
  Result<std::vector<Candidate>> MatchTitles(const Query& query,
                                             const index::TermStatistics& statistics,
                                             const RankConstants& constants) const;
  struct Found {
    std::vector<Candidate> candidates;
    bool all_words = false;  // some chunk holds every word
  };
  Result<Found> Candidates(const Query& query, const index::TermStatistics& statistics,
                           const RankOptions& options) const;
  Status AddSynonyms(const RankOptions& options, Ranking* ranking);
  // Documents whose keywords hold enough of the query, and the idf of what they hold.
  Result<std::map<DocumentRoot, double>> MatchKeywords(const Query& query,
                                                       const index::TermStatistics& statistics,
                                                       const RankConstants& constants,
                                                       std::vector<Candidate>* candidates) const;
  Result<std::vector<Candidate>> MatchPhrases(const Ranking& ranking, const Phrases& phrases,
                                              const RankOptions& options) const;
  Status Score(std::span<const Ranker> rankers, const Phrases* phrases,
               std::vector<Candidate>* candidates) const;
  // The text of a candidate to weigh its words, of any copy that has it; nothing: it was evicted.
  Result<std::optional<std::string>> TextOf(const Candidate& candidate) const;
  Result<SearchHit> Describe(const Candidate& candidate, const Ranker& ranker) const;

  const store::Corpus* corpus_;
  SoftCache* cache_;
  WorkerPool* workers_;
  std::optional<Hash256> state_;  // of what follows
  Duplicates duplicates_;
  std::int64_t chunks_ = 0;
  std::int64_t terms_ = 0;
  bool has_keywords_ = false;
  std::unordered_map<index::Term, std::int64_t, index::TermHash> frequencies_;
};

inline Result<std::vector<SearchHit>> Search(const store::Corpus& corpus,
                                             const SearchOptions& options) {
  WorkerPool workers(SearchThreads(corpus));
  return Searcher(&corpus, nullptr, &workers).Search(options);
}

}  // namespace arborist::retrieve
