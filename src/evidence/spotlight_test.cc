// SPDX-License-Identifier: AGPL-3.0-only
#include "evidence/spotlight.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <set>

#include "evidence/content_tokens.h"
#include "text/canonical.h"
#include "text/scan.h"

namespace arborist::evidence {
namespace {

std::string Excerpt(std::string_view claim, std::string_view span, std::size_t window) {
  Budget budget(span.size());
  return Spotlight(ContentTokens(claim), window)
      .Excerpt(span, text::ToLower(span), &budget)
      .value();
}

TEST(Spotlight, ShowsAShortPassageWhole) {
  EXPECT_EQ(Excerpt("anything", " Short. ", 8), " Short. ");
}
TEST(Spotlight, ShowsTheSentenceThatTheClaimIsAbout) {
  EXPECT_EQ(Excerpt("Mr. Burns is the boss of Homer Simpson",
                    "Homer is voiced by an actor. He won awards for it over many years. "
                    "The boss of Homer is Burns. He owns the plant and more. The end is far.",
                    60),
            "...He won awards for it over many years. The boss of Homer is Burns. "
            "He owns the plant and more....");
}
TEST(Spotlight, ShowsTheStartWhenNothingMatches) {
  EXPECT_EQ(Excerpt("zebra", "First one here. Second one here. Third.", 10), "First one here. ...");
}
TEST(Spotlight, CutsAtWordsWhereASentenceIsTooLong) {
  EXPECT_EQ(Excerpt("needle", "aaa bbb ccc ddd eee needle fff ggg hhh iii jjj kkk", 10),
            "...eee needle fff ggg...");
  EXPECT_EQ(Excerpt("zebra", "aaa bbb ccc ddd eee fff ggg", 5), "aaa bbb...");
}

// The reference's rule as it is written there: every pair of places compared, offsets in code
// points.
std::size_t NaivePlace(const std::vector<std::string>& tokens, std::string_view lower,
                       std::size_t window) {
  std::vector<std::pair<std::string, std::size_t>> places;
  for (const std::string& token : tokens) {
    for (std::size_t at = lower.find(token); at != std::string_view::npos;
         at = lower.find(token, at + token.size())) {
      places.emplace_back(token, text::CountCodePoints(lower.substr(0, at)));
    }
  }
  const std::size_t half = window / 2;
  std::size_t best = places[0].second, most = 0;
  for (const auto& [token, place] : places) {
    std::set<std::string> distinct;
    for (const auto& [other, there] : places) {
      if (there + half >= place && there <= place + half) distinct.insert(other);
    }
    if (distinct.size() > most || (distinct.size() == most && place < best)) {
      most = distinct.size();
      best = place;
    }
  }
  return best;
}

// Of a span that is one sentence, longer than the budget: the excerpt starts at the first word from
// half a window before the place.
void ExpectTheNaivePlace(std::string_view claim, std::string_view span, std::size_t window) {
  const std::size_t place = NaivePlace(ContentTokens(claim), text::ToLower(span), window);
  std::size_t from = text::Prefix(span, place > window / 2 ? place - window / 2 : 0).size();
  while (from > 0 && from < span.size() && span[from - 1] != ' ') ++from;
  const std::string excerpt = Excerpt(claim, span, window);
  const std::string start = (from > 0 ? "..." : "") + std::string(text::Strip(span.substr(from)));
  EXPECT_TRUE(start.starts_with(excerpt.substr(0, excerpt.size() - 3))) << excerpt << "\n" << start;
}

TEST(Spotlight, ChoosesThePlaceThatComparingAllPairsChooses) {
  constexpr std::string_view kWords[] = {"alpha", "beta!", "gammaß",   "delta", "word",     "the",
                                         "İnner", "ΟΔΟΣ",  "漢字漢字", "is",    "alphabeta"};
  std::mt19937 random(11);
  for (int round = 0; round < 400; ++round) {
    std::string span;
    for (std::size_t i = 0; i < 60; ++i) span.append(kWords[random() % 11]).append(" ");
    const std::string claim = "Alpha betas Gammaß delta İnner ΟΔΟΣ 漢字漢字 beta";
    ExpectTheNaivePlace(claim, span, 20 + random() % 60);
  }
}

// Places of each token, on a passage twice as long, take twice as many steps, not four times.
TEST(Spotlight, IsLinearInThePassage) {
  const auto work = [](std::size_t times) {
    std::string span;
    for (std::size_t i = 0; i < times; ++i) span.append("alpha beta alphabeta ");
    Budget budget(span.size());
    EXPECT_TRUE(Spotlight(ContentTokens("alpha beta alphabeta"), 200).Excerpt(span, span, &budget));
    return budget.spent();
  };
  const std::size_t once = work(5000);
  EXPECT_GT(once, 5000u);
  EXPECT_LE(work(10000), 2 * once + 10);
}

// aaaa, aaaaa, ...: all of them end at nearly every place.
std::string Nested(std::size_t words) {
  std::string claim;
  for (std::size_t i = 0; i < words; ++i) claim.append(4 + i, 'a').append(" ");
  return claim;
}

TEST(Spotlight, IsLinearWhereTheWordsOfTheClaimEndEachOther) {
  const auto work = [](std::size_t words, std::size_t bytes) {
    const std::string span(bytes, 'a');
    Budget budget(4 * span.size());
    EXPECT_TRUE(Spotlight(ContentTokens(Nested(words)), 200).Excerpt(span, span, &budget));
    return budget.spent();
  };
  // Twice as long a claim has 1.4 times as many of them.
  const std::size_t once = work(200, 100000);
  EXPECT_LE(work(283, 200000), 2 * once + once / 16);
}
TEST(Spotlight, ChoosesTheSamePlaceAmongSixtyFourWordsThatEndEachOther) {
  std::mt19937 random(12);
  for (int round = 0; round < 10; ++round) {
    std::string span;
    for (std::size_t i = 0; i < 60; ++i) span.append(1 + random() % 70, 'a').append(" ");
    ExpectTheNaivePlace(Nested(64), span, 20 + random() % 60);
  }
}
TEST(Spotlight, ShowsNothingBeyondTheBudget) {
  Budget budget(0);
  Spotlight spotlight(ContentTokens("needle"), 10);
  const std::string span = std::string(Budget::kFree / 4, 'x') + " needle";
  EXPECT_TRUE(spotlight.Excerpt(span, span, &budget));
  EXPECT_FALSE(spotlight.Excerpt(span, span, &budget) && spotlight.Excerpt(span, span, &budget));
  EXPECT_EQ(budget.left(), 0u);
}
TEST(Spotlight, SurvivesAnyText) {
  EXPECT_EQ(Excerpt("", "", 0), "");
  EXPECT_EQ(Excerpt("abcd", "abcd", 0), "...");
  const std::string odd("\0\xED\xA0\x80. \xED\xB0\x80 abcd.\n", 16);
  EXPECT_EQ(Excerpt("abcd", odd, 3), "...abcd.");
}

}  // namespace
}  // namespace arborist::evidence
