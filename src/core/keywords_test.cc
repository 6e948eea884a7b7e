// SPDX-License-Identifier: AGPL-3.0-only
#include "core/keywords.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

namespace arborist::core {
namespace {

Scope ScopeOf(std::uint64_t documents, const std::map<std::string, std::uint32_t>& frequency) {
  TermTable terms;
  std::vector<std::uint32_t> counts;
  for (const auto& [term, count] : frequency) {
    terms.Add(term);
    counts.push_back(count);
  }
  return Scope(documents, std::move(terms), counts);
}

TEST(Keywords, RareTermsComeBeforeCommonOnes) {
  const Scope scope = ScopeOf(100, {{"mars", 2}, {"planet", 50}, {"moon", 20}});
  EXPECT_EQ(Keywords(std::vector<std::string>{"The planet Mars and a moon"}, scope),
            "mars moon planet");
}

TEST(Keywords, MentionsCountLessAndLess) {
  const Scope scope = ScopeOf(1000, {{"rare", 1}, {"often", 400}});
  std::string text = "rare";
  for (int i = 0; i < 500; ++i) text += " often";
  EXPECT_EQ(Keywords(std::vector<std::string>{text}, scope), "rare often");
}

TEST(Keywords, EqualsStandInTheOrderOfTheirBytes) {
  EXPECT_EQ(Keywords(std::vector<std::string>{"zebra apple mango"}, ScopeOf(10, {})),
            "apple mango zebra");
}

TEST(Keywords, WhatAllDocumentsHaveAndPlainNumbersAreNone) {
  const Scope scope = ScopeOf(10, {{"everywhere", 11}});
  EXPECT_EQ(Keywords(std::vector<std::string>{"everywhere 1825 42"}, scope), "");
}

TEST(Keywords, ThereAreAtMostThirtyTwo) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "word" + std::to_string(i) + " ";
  const std::string keywords = Keywords(std::vector<std::string>{text}, ScopeOf(10, {}));
  EXPECT_EQ(std::count(keywords.begin(), keywords.end(), ' '), 31);
}

TEST(Keywords, CountsThatWereTakenBeforeGiveTheSame) {
  const std::vector<std::string> spans{"The planet Mars and a moon of Mars", "a moon, bi-polar"};
  TermCounter counter;
  counter.Count(std::vector<std::string>{"words of some other text, of the moon also"});
  const std::vector<TermCount> counts = counter.Count(spans);
  const std::vector<std::uint32_t> frequency(counter.terms().size(), 1);
  const Scope scope(7, std::move(counter).TakeTerms(), frequency);
  EXPECT_EQ(Keywords(counts, scope), Keywords(spans, scope));
  EXPECT_EQ(Keywords(spans, scope), "mars moon bi bipolar planet polar");
}

TEST(TermTable, KnowsEachTermByOneNumberHoweverManyThereAre) {
  TermTable terms;
  for (int round = 0; round < 2; ++round) {
    for (TermId i = 0; i < 20000; ++i) EXPECT_EQ(terms.Add("term" + std::to_string(i)), i);
  }
  EXPECT_EQ(terms.size(), 20000u);
  EXPECT_EQ(terms[19999], "term19999");
  EXPECT_EQ(terms.Find("term77"), 77u);
  EXPECT_EQ(terms.Find("term"), std::nullopt);
  const std::string long_term(100000, 'x');
  EXPECT_EQ(terms[terms.Add(long_term)], long_term);
}

TEST(Keywords, TheNextDepthHasTheFirstHalfUntilFewAreLeft) {
  EXPECT_EQ(FewerKeywords("a1 b2 c3 d4 e5"), "a1 b2 c3");
  EXPECT_EQ(FewerKeywords("a1 b2 c3 d4"), "");
  EXPECT_EQ(FewerKeywords(""), "");
}

TEST(Log2Q16, IsTheLogarithmWithoutFloats) {
  for (const std::uint64_t value :
       {1ull, 2ull, 3ull, 10ull, 1000ull, 123456789ull, 1ull << 40, (1ull << 62) + 12345, ~0ull}) {
    EXPECT_NEAR(static_cast<double>(Log2Q16(value)) / 65536.0,
                std::log2(static_cast<double>(value)), 1.0 / 30000)
        << value;
  }
  for (std::uint64_t value = 1; value < 5000; ++value)
    EXPECT_LE(Log2Q16(value), Log2Q16(value + 1));
}

}  // namespace
}  // namespace arborist::core
