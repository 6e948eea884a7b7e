// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "retrieve/ranker.h"
#include "retrieve/shard_search.h"

namespace arborist::retrieve {

// Chosen on every second question of bench/retrieval_quality (docs/performance.md).
struct AcceptConstants {
  double idf_share = 0.3;    // of the query's idf in chunk and title together is enough
  double score_share = 0.3;  // of the best score is wanted of whoever comes in by that alone
};

// How many of n words of a question a document must have: all of two, all but one of more.
std::size_t Breadth(std::size_t words);

// Whether a document says enough of the query to be a source. By its best chunk and its title; any
// of these will do:
//   title    it holds the breadth of the query
//   density  the chunk does, with three mentions at least
//   phrase   the chunk repeats five words of the question in a row
//   fold     the title holds a hyphenated word of the query, written together
//   share    words that carry much of the query's idf: what the words of long questions weigh
//            tells more than their number
bool Accept(const Candidate& candidate, const Query& query, const Ranker& ranker, double best_score,
            const AcceptConstants& constants);

}  // namespace arborist::retrieve
