// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "retrieve/query.h"
#include "retrieve/ranker.h"
#include "retrieve/shard_search.h"

namespace arborist::retrieve {

// Every run of five words of a question, stopwords kept: whoever repeats five words in a row is
// likely to mean the text that says so. Words of scripts without spaces take no part.
class Phrases {
 public:
  static constexpr std::size_t kWords = 5;

  explicit Phrases(std::string_view question);

  // For the index, which lacks some function words: runs that can occur and hold at least
  // three terms, one of them with a weight. A query without leaves when there are none.
  WeightedQuery ForIndex(const Query& query, const index::TermStatistics& statistics) const;

  // Whether one of the runs stands in the text, word for word but for case and punctuation.
  bool StandIn(std::string_view text) const;

 private:
  std::vector<std::string> runs_;  // words with a space before, between and behind
};

}  // namespace arborist::retrieve
