// SPDX-License-Identifier: AGPL-3.0-only
// Keyword cores lead a search to their documents, and change nothing where there are none.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/keywords.h"
#include "distill/distill.h"
#include "retrieve/accept.h"
#include "retrieve/filled_home_test.h"
#include "retrieve/search.h"

namespace arborist::retrieve {
namespace {

// "Voyager" and "heliopause" stand in chunks far apart, so that no chunk holds both.
std::vector<Page> Pages() {
  std::string filler;
  for (int i = 0; i < 700; ++i) filler += "plain words about nothing much at all here ";
  std::vector<Page> pages{
      {"u:probe", "A long report", "Voyager left. " + filler + " It met the heliopause."},
      {"u:other", "Heliopause", "The heliopause is a border of the wind."},
      {"u:ship", "Ship", "Voyager is the name of a ship, and of many a ship."}};
  for (int i = 0; i < 30; ++i) {
    pages.push_back({"u:" + std::to_string(i), "Page " + std::to_string(i),
                     "plain words about nothing much at all here " + std::to_string(i)});
  }
  return pages;
}

class KeywordSearch : public testing::TestWithParam<std::uint32_t> {
 protected:
  KeywordSearch() : home_(GetParam()) { home_.Put(Pages()); }
  void Distil() {
    const auto report = distill::Distill(
        {.method = std::string(core::kKeywords)},
        {.home = home_.home(), .clock = &clock_, .random = &random_, .actor = "t"});
    ASSERT_TRUE(report) << report.error().message;
  }
  Ranking Rank(const std::string& query) {
    const store::Corpus corpus = home_.Open();
    auto ranking = Searcher(&corpus).Rank({.queries = {query}, .limit = 32, .per_document = 1});
    EXPECT_TRUE(ranking) << ranking.error().message;
    return std::move(*ranking);
  }
  FilledHome home_;
  SystemClock clock_;
  SystemRandom random_;
};

TEST_P(KeywordSearch, ADocumentWithAllWordsAmongItsKeywordsIsLifted) {
  const Ranking before = Rank("voyager heliopause");
  EXPECT_TRUE(before.core_matches.empty());
  Distil();
  const Ranking after = Rank("voyager heliopause");
  ASSERT_EQ(after.core_matches.size(), 1u);
  const auto score = [&](const Ranking& ranking) {
    for (const Candidate& candidate : ranking.candidates) {
      if (candidate.root == after.core_matches[0]) return candidate.score;
    }
    return 0.0;
  };
  EXPECT_GT(score(after), score(before));
  const auto accepted = Accept(after, {}, {});
  EXPECT_TRUE(std::ranges::any_of(accepted, [&](const Candidate& candidate) {
    return candidate.root == after.core_matches[0];
  }));
}

TEST_P(KeywordSearch, OtherSearchesAreAsTheyWere) {
  const auto rows = [&](const Ranking& ranking) {
    std::vector<std::pair<std::string, double>> out;
    out.reserve(ranking.candidates.size());
    for (const Candidate& candidate : ranking.candidates)
      out.emplace_back(candidate.root.hex(), candidate.score);
    return out;
  };
  const auto before = rows(Rank("nothing plain words ship"));
  Distil();
  EXPECT_EQ(rows(Rank("nothing plain words ship")), before) << "statistics hold no cores";
}

TEST_P(KeywordSearch, SynonymsAreLookedForOnlyWhereNoChunkHoldsAllWords) {
  const store::Corpus corpus = home_.Open();
  const auto roots = [&](const std::string& query, std::vector<std::string> synonyms) {
    const auto ranking =
        Searcher(&corpus).Rank({.queries = {query}, .limit = 32, .synonyms = std::move(synonyms)});
    return ranking->candidates.size();
  };
  EXPECT_EQ(roots("spacecraft", {}), 0u);
  EXPECT_GT(roots("spacecraft", {"voyager"}), 0u);
  EXPECT_EQ(roots("heliopause", {"voyager"}), roots("heliopause", {}));
}

INSTANTIATE_TEST_SUITE_P(Shards, KeywordSearch, testing::Values(1u, 3u));

}  // namespace
}  // namespace arborist::retrieve
