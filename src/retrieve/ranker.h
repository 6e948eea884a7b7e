// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "index/bm25.h"
#include "retrieve/query.h"

namespace arborist::retrieve {

// Every number that shapes the ranking. Chosen on the questions of bench/retrieval_quality
// (docs/performance.md).
struct RankConstants {
  double stem = 0.7;             // a word found only in another form counts so much
  double coverage = 0.3;         // times the idf of the query's words in the chunk, by its share
  double nearness = 0.5;         // times the rarer idf, for neighbours of the query that are near
  int near_window = 4;           // terms apart, at most
  double phrase = 0.5;           // times the idf of the longest run of the query's words in a row
  std::size_t phrase_words = 5;  // that such a run has at least, stopwords included
  double title = 0.3;            // times the idf of the query's words in the title
  double title_exact = 1.0;      // more, by the share of the title that the query covers
  std::size_t rerank = 48;       // chunks whose text is read; more when more hits are wanted
  std::size_t crowd = 3;  // of these, chunks of one document, when hits per document are limited
  std::size_t phrase_documents = 16;  // that come in by five words of the question in a row
  std::size_t title_documents = 16;   // documents that come in by their title alone
  double title_share = 0.5;           // of the query's idf that such a title must hold
  double keyword = 0.02;  // times the idf of the query's words among the document's keywords
  std::size_t keyword_documents = 16;  // documents that come in by their keywords alone
  std::size_t keyword_synonyms = 4;    // of a word that stands alone, queries of their own
  double frequency_cap = 0.25;         // the relaxed search leaves out words in more of the chunks
  std::int64_t relaxed_rows = 4000;    // how many rows it reads, about: of a small corpus and
  double relaxed_share = 0.5;          // by the chunks of a large one
};

// Scores are compared and cut after rounding, so that the last bits decide nothing (decision 22).
double RoundScore(double score);

// What stands of a query in a text.
struct Presence {
  double score = 0;
  std::uint64_t groups = 0;    // bit i: group i of the query, in any form
  std::uint64_t exact = 0;     // those of them that stand there as in the query
  std::uint32_t mentions = 0;  // of all groups together
  bool joined = false;         // a hyphenated word of the query stands there written together
};

// Which groups are there and how often, by the count of each of Query::terms; no score.
Presence CountGroups(const Query& query, std::span<const int> frequency);

// Scores a text against a query. Immutable; one may serve many threads.
class Ranker {
 public:
  Ranker(const Query& query, const index::TermStatistics& statistics,
         const RankConstants& constants);

  // BM25 over all words + coverage + nearness; 0 when nothing of the query stands in it.
  Presence Body(std::string_view text) const;
  // The same of a text that is not there, by what the index knows: without nearness.
  Presence Body(std::span<const int> frequency, std::int64_t length) const;
  Presence Title(std::string_view title) const;

  // The part of the query's idf that these groups have, 0 to 1; less for other forms. A word that
  // stands nowhere in the corpus counts as missing, a bigram that does so not at all.
  double Share(std::uint64_t groups, std::uint64_t exact) const;

  // How often each of Query::terms stands in the text, and what such counts weigh: BM25 of a chunk
  // of average length.
  std::vector<int> Frequencies(std::string_view text) const;
  double WeightOf(std::span<const int> frequency) const;
  const Query& query() const { return query_; }

  // Which term of the query this is, or kNone; the prefix terms it begins with are added to the
  // list.
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t Find(std::string_view term, std::vector<std::size_t>* prefixes) const;
  double Weight(std::size_t term) const;  // idf, less for a stem

 private:
  struct Counts;
  Counts Count(std::string_view text) const;
  double GroupScore(const Group& group, const Counts& counts) const;
  double Coverage(const Counts& counts) const;
  double Nearness(const Counts& counts) const;
  double Phrase(const Counts& counts) const;

  const Query& query_;
  const index::TermStatistics& statistics_;
  const RankConstants& constants_;
  std::unordered_map<std::string_view, std::size_t> exact_;
  std::vector<std::size_t> prefixes_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> places_;  // in Query::sequence
  std::vector<bool> first_byte_ = std::vector<bool>(256);
};

}  // namespace arborist::retrieve
