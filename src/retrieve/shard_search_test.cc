// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/shard_search.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "retrieve/filled_home_test.h"

namespace arborist::retrieve {
namespace {

std::vector<Page> Pages() {
  return ManyPages({.seed = 7, .count = 120, .every_long = 10, .longest = 1500});
}

std::vector<std::int64_t> FrequenciesOf(const store::Corpus& corpus,
                                        const std::vector<index::Term>& terms, FormCount forms) {
  const Duplicates duplicates = *FindDuplicates(corpus, *corpus.State(), nullptr);
  std::vector<std::int64_t> sums(terms.size());
  for (std::size_t i = 0; i < corpus.shards().size(); ++i) {
    const auto some = Frequencies(corpus.shards()[i]->index(), terms, duplicates.counted[i], forms);
    EXPECT_TRUE(some) << some.error().message;
    for (std::size_t t = 0; some && t < terms.size(); ++t) sums[t] += (*some)[t];
  }
  return sums;
}

TEST(Frequencies, AreTheSameInAnyLayout) {
  const std::vector<index::Term> terms{
      {"oil"}, {"cris", true}, {"bi", true}, {"nothing"}, {"zz", true}};
  FilledHome one(1);
  FilledHome five(5);
  for (FilledHome* home : {&one, &five}) home->Put(Pages());
  const store::Corpus single = one.Open();
  const store::Corpus parted = five.Open();
  ASSERT_GT(FindDuplicates(parted, *parted.State(), nullptr)->roots.size(), 5u);
  for (const FormCount forms : {FormCount::kOnce, FormCount::kSum})
    EXPECT_EQ(FrequenciesOf(single, terms, forms), FrequenciesOf(parted, terms, forms));
}

TEST(Frequencies, OfAPrefixCountAChunkOnceOrOncePerForm) {
  FilledHome home(1);
  home.Put({{"test:1", "One", "they invaded and were invading"}, {"test:2", "Two", "it invades"}});
  const store::Corpus corpus = home.Open();
  const std::vector<index::Term> terms{{"inva", true}};
  EXPECT_EQ(FrequenciesOf(corpus, terms, FormCount::kOnce), std::vector<std::int64_t>{2});
  EXPECT_EQ(FrequenciesOf(corpus, terms, FormCount::kSum), std::vector<std::int64_t>{3});
}

enum class Reading { kLists, kRows };

// Any of these words, each with a weight of its own. Within a group they are read row by row.
WeightedQuery AnyOfWords(const std::vector<std::string>& words, Reading reading) {
  index::Any any;
  index::Weights weights{.leaves = {}, .average_length = 40};
  for (const std::string& word : words) {
    any.members.push_back({index::Term{word}});
    weights.leaves.push_back(1.0 + static_cast<double>(weights.leaves.size()));
    weights.expected_rows += 1000;
  }
  index::Node tree{std::move(any)};
  if (reading == Reading::kRows) tree = {index::All{{tree}}};
  return {.query = {.tree = std::move(tree)}, .weights = std::move(weights)};
}

std::vector<std::string> Described(const Result<std::vector<Candidate>>& candidates) {
  EXPECT_TRUE(candidates);
  std::vector<std::string> all;
  for (const Candidate& candidate : candidates.value_or(std::vector<Candidate>()))
    all.push_back(candidate.root.hex() + "/" + std::to_string(candidate.chunk_idx) + "=" +
                  std::to_string(candidate.score));
  return all;
}

TEST(BestMatches, OfTermsReadListByListAreThoseReadRowByRow) {
  FilledHome home(1);
  home.Put(ManyPages({.seed = 3, .count = 2000, .every_long = 100, .longest = 9000}));
  const store::Corpus corpus = home.Open();
  store::ShardReader* shard = corpus.shards()[0].get();
  const std::vector<std::string> words{"oil", "harbor", "bipolar", "king"};
  for (const std::size_t count : {1u, 5u, 1000u}) {
    for (const std::size_t per_document : {0u, 1u}) {
      EXPECT_EQ(
          Described(BestMatches(shard, AnyOfWords(words, Reading::kLists), count, per_document)),
          Described(BestMatches(shard, AnyOfWords(words, Reading::kRows), count, per_document)))
          << count << " " << per_document;
    }
  }
}

// Its chunks are the best of all, more of them than are read at first.
TEST(BestMatches, LookBehindADocumentThatCrowds) {
  std::string whales;
  for (int i = 0; i < 60000; ++i) whales += "whale ";
  std::vector<Page> pages{{"test:many", "Many", whales}};
  for (int i = 0; i < 5; ++i) {
    const std::string name = std::to_string(i);
    pages.push_back({"test:" + name, name, "a whale and a harbor in the sea of number " + name});
  }
  FilledHome home(1);
  home.Put(pages);
  const store::Corpus corpus = home.Open();
  EXPECT_EQ(
      BestMatches(corpus.shards()[0].get(), AnyOfWords({"whale"}, Reading::kLists), 4, 1)->size(),
      4u);
}

TEST(BestMatches, OfWordsThatStandNowhereAreNone) {
  FilledHome home(1);
  home.Put(Pages());
  const store::Corpus corpus = home.Open();
  EXPECT_TRUE(BestMatches(corpus.shards()[0].get(), AnyOfWords({"walrus"}, Reading::kLists), 4, 0)
                  ->empty());
}

}  // namespace
}  // namespace arborist::retrieve
