// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <vector>

#include "retrieve/ranker.h"
#include "retrieve/search.h"

namespace arborist::retrieve {

// Chosen on every fourth question of bench/retrieval_quality (docs/performance.md).
struct AcceptConstants {
  double idf_share = 0.2;          // of the query's idf must stand in one chunk and its title
  double score_share = 0.3;        // of the best score is wanted of whoever comes in by that alone
  double short_score_share = 0.6;  // the same, of who lacks a word of two that others have
};

// How many of n words of a question a document must have: all of two, all but one of more.
std::size_t Breadth(std::size_t words);

// The candidates that say enough of their query to be sources, in their order. By the best chunk of
// each and its title; any of these will do:
//   title    it holds the breadth of the query
//   density  the chunk does, with three mentions at least
//   phrase   the chunk repeats five words of the question in a row
//   keywords the document's keyword core holds the breadth of the query
//   fold     the title holds a hyphenated word of the query, written together
//   share    a score not far below the best, where some candidate has words that carry much of its
//            query's idf. What the words of a long question weigh tells more than their number;
//            where no candidate has that much, the corpus speaks of something else. More is wanted
//            where the query is two words and some candidate has both.
std::vector<Candidate> Accept(const Ranking& ranking, const RankConstants& rank_constants,
                              const AcceptConstants& constants);

}  // namespace arborist::retrieve
