// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "index/reader.h"
#include "retrieve/duplicates.h"
#include "retrieve/query.h"
#include "retrieve/ranker.h"
#include "store/shard/shard_reader.h"

namespace arborist::retrieve {

// What search asks of the index of one shard. Each function runs on the one thread that holds the
// reader.

// A chunk that may be a hit. Everything but chunk_id and shard is the same in any layout.
struct Candidate {
  DocumentRoot root;
  std::uint64_t chunk_idx = 0;
  double score = 0;
  store::ChunkId chunk_id = {};
  std::size_t shard = 0;
  // Filled when it is ranked:
  std::size_t query = 0;  // the query that scored best, and what of it is there
  Presence body = {};
  Presence title = {};
  bool phrase = false;  // five words of the first query stand in it in a row
};
// Best first; ties by root, then chunk_idx; of copies in several shards the first.
bool Better(const Candidate& a, const Candidate& b);

// How the chunks of a prefix are counted: each once, or the sum over the terms that begin so, where
// a chunk with two of them counts twice. The first merges the lists of all these terms, which in a
// large corpus costs more than the search itself.
enum class FormCount : std::uint8_t { kOnce, kSum };

// In how many chunks within the scope each term stands.
Result<std::vector<std::int64_t>> Frequencies(index::Reader& index,
                                              std::span<const index::Term> terms,
                                              const index::Scope& scope, FormCount forms);

// What the index is asked for its best rows.
struct WeightedQuery {
  index::Query query;
  index::Weights weights;
};
WeightedQuery Weigh(TermTree tree, const Query& query, const index::TermStatistics& statistics,
                    const RankConstants& constants);

// The `count` best chunks by BM25, best first; of one document at most `per_document`, or any
// number when that is 0.
Result<std::vector<Candidate>> BestMatches(store::ShardReader* shard, const WeightedQuery& wanted,
                                           std::size_t count, std::size_t per_document);

// A document whose title holds much of the query.
struct TitleCandidate {
  DocumentRoot root;
  double weight = 0;             // idf of the query's words in the title
  std::size_t title_length = 0;  // in terms; the shorter of two equals comes first
  store::ChunkId first_chunk_id = {};
  std::size_t shard = 0;
};
bool Better(const TitleCandidate& a, const TitleCandidate& b);

// Any word of the query in a title; together they hold this share of its idf at least.
WeightedQuery WeighTitles(const Query& query, const index::TermStatistics& statistics,
                          double share);

// The `count` best documents by title; one per root.
Result<std::vector<TitleCandidate>> BestTitles(store::ShardReader* shard,
                                               const WeightedQuery& wanted, std::size_t count);

// A document whose keywords hold enough of the query.
struct KeywordCandidate {
  DocumentRoot root;
  double weight = 0;  // idf of the query's words among the keywords
  store::ChunkId first_chunk_id = {};
  std::size_t shard = 0;
};
bool Better(const KeywordCandidate& a, const KeywordCandidate& b);

// The `count` best of those that hold as many words as Breadth wants (accept.h); one per root.
Result<std::vector<KeywordCandidate>> BestKeywords(store::ShardReader* shard, const Query& query,
                                                   const index::TermStatistics& statistics,
                                                   std::size_t breadth, std::size_t count);

}  // namespace arborist::retrieve
