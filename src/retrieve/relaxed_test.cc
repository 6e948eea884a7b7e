// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/relaxed.h"

#include <gtest/gtest.h>

#include <string>

namespace arborist::retrieve {
namespace {

struct Counted {
  index::Term term;
  std::int64_t chunks = 0;
};

// The terms that the relaxed search asks for, in its order; prefixes with a star.
std::string Relaxed(const std::vector<Counted>& terms, std::int64_t chunks,
                    const RankConstants& constants = {}) {
  Query query;
  index::TermStatistics statistics;
  for (const Counted& counted : terms) {
    query.terms.push_back(counted.term);
    statistics.frequency.push_back(counted.chunks);
  }
  std::string names;
  for (const std::size_t i : RelaxedTerms(query, statistics, chunks, constants)) {
    const index::Term& term = query.terms[i];
    names += (names.empty() ? "" : " ") + term.text + (term.prefix ? "*" : "");
  }
  return names;
}

constexpr RankConstants kConstants{
    .frequency_cap = 0.25, .relaxed_rows = 4000, .relaxed_share = 0.5};

TEST(RelaxedTerms, AreRarestFirst) {
  EXPECT_EQ(Relaxed({{{"river"}, 30}, {{"walrus"}, 2}, {{"north"}, 9}}, 1000, kConstants),
            "walrus north river");
}

TEST(RelaxedTerms, StandSomewhere) {
  EXPECT_EQ(Relaxed({{{"river"}, 30}, {{"qwerty"}, 0}}, 1000, kConstants), "river");
}

TEST(RelaxedTerms, OfALargerCorpusHaveMoreRows) {
  const std::vector<Counted> terms{
      {{"walrus"}, 2000}, {{"north"}, 3000}, {{"river"}, 10000}, {{"city"}, 60000}};
  EXPECT_EQ(Relaxed(terms, 25000, kConstants), "walrus north");
  EXPECT_EQ(Relaxed(terms, 40000, kConstants), "walrus north river");
  EXPECT_EQ(Relaxed(terms, 300000, kConstants), "walrus north river city");
}

TEST(RelaxedTerms, OfASmallCorpusHaveAFixedNumberOfRows) {
  EXPECT_EQ(Relaxed({{{"walrus"}, 300}, {{"north"}, 450}, {{"river"}, 500}}, 2000, kConstants),
            "walrus north river");
}

TEST(RelaxedTerms, AreNotInMoreChunksThanTheCap) {
  EXPECT_EQ(Relaxed({{{"walrus"}, 1}, {{"north"}, 2}, {{"city"}, 251}}, 1000, kConstants),
            "walrus north");
}

TEST(RelaxedTerms, AreTwoAtLeast) {
  EXPECT_EQ(
      Relaxed({{{"north"}, 400000}, {{"city"}, 500000}, {{"war"}, 600000}}, 600000, kConstants),
      "north city");
}

TEST(RelaxedTerms, HavePrefixesWhileAllRowsAreFew) {
  const std::vector<Counted> terms{{{"invaded"}, 10}, {{"inva", true}, 400}, {{"island"}, 900}};
  EXPECT_EQ(Relaxed(terms, 5000, kConstants), "invaded inva* island");
}

TEST(RelaxedTerms, LeaveALongPrefixOutAndKeepTheWordsBehindIt) {
  const std::vector<Counted> terms{
      {{"walrus"}, 9}, {{"invaded"}, 700}, {{"inva", true}, 3900}, {{"island"}, 9000}};
  EXPECT_EQ(Relaxed(terms, 300000, kConstants), "walrus invaded island");
}

TEST(RelaxedTerms, OfOneWordAreItAndItsOtherForms) {
  EXPECT_EQ(Relaxed({{{"invaded"}, 700}, {{"inva", true}, 9000}}, 300000, kConstants),
            "invaded inva*");
}

}  // namespace
}  // namespace arborist::retrieve
