// SPDX-License-Identifier: AGPL-3.0-only
#include "question/split_words.h"

#include <gtest/gtest.h>

#include <array>

#include "question/counts.h"

namespace arborist::question {
namespace {

std::string Shown(std::string_view question) {
  const Words words = SplitWords(question);
  std::string shown;
  for (const Word& word : words) {
    if (!shown.empty()) shown += word.starts_sentence ? " . " : word.after_comma ? " , " : " ";
    shown += word.quoted ? "<" + word.text + ">" : word.text;
    if (word.possessive) shown += "+s";
  }
  return shown;
}

TEST(SplitWords, LowersAndDropsPunctuation) {
  EXPECT_EQ(Shown("  WHO is\nBatman?? "), "who is batman");
  EXPECT_EQ(Shown(""), "");
  EXPECT_EQ(Shown("?!"), "");
}
TEST(SplitWords, JoinsWhatBelongsTogether) {
  EXPECT_EQ(Shown("All-Channel yes/no AT&T U.S. 1,000 3.5 50% $12"),
            "all-channel yes/no at&t u.s 1,000 3.5 50% $12");
  EXPECT_EQ(Shown("top-3 songs"), "top 3 songs");
}
TEST(SplitWords, TakesShortFormsApart) {
  EXPECT_EQ(Shown("What's Batman's name? They're who?"), "what is batman+s name . they are who");
  EXPECT_EQ(Shown("What\u2019s don\u2019t"), "what is don't");
}
TEST(SplitWords, MarksSentencesAndCommas) {
  EXPECT_EQ(Shown("Hi. Of these, which? Dr. No of the U.S. army"),
            "hi . of these , which . dr no of the u.s army");
  EXPECT_EQ(Shown("1. Who? 2. J. R. R. Tolkien"), "1 . who . 2 . j r r tolkien");
}
TEST(SplitWords, MarksQuotedWords) {
  EXPECT_EQ(Shown("who wrote \"All Of It\" and \u201cevery man\u201d"),
            "who wrote <all> <of> <it> and <every> <man>");
  EXPECT_EQ(Shown("who wrote 'every man' in the dogs' days"),
            "who wrote <every> <man> in the dogs days");
}
TEST(SplitWords, UnpairedMarksQuoteNothing) {
  EXPECT_EQ(Shown("who wrote \"all of it"), "who wrote all of it");
  EXPECT_EQ(Shown("'tis all"), "tis all");
}
TEST(SplitWords, QuotesAroundEverythingQuoteNothing) {
  EXPECT_EQ(Shown("\"list all planets\""), "list all planets");
}

std::string CountIn(std::string_view text) {
  const Words words = SplitWords(text);
  const auto count = CountAt(words, 0, words.size());
  return count ? std::to_string(count->value) + "/" + std::to_string(count->words) : "none";
}
TEST(CountAt, ReadsDigitsAndWords) {
  EXPECT_EQ(CountIn("3 rivers"), "3/1");
  EXPECT_EQ(CountIn("1,000 rivers"), "1000/1");
  EXPECT_EQ(CountIn("seven rivers"), "7/1");
  EXPECT_EQ(CountIn("twenty-five rivers"), "25/1");
  EXPECT_EQ(CountIn("a dozen rivers"), "12/2");
  EXPECT_EQ(CountIn("two dozen rivers"), "24/2");
  EXPECT_EQ(CountIn("half a dozen rivers"), "6/3");
  EXPECT_EQ(CountIn("a pair of rivers"), "2/3");
  EXPECT_EQ(CountIn("three hundred rivers"), "300/2");
}
TEST(CountAt, RefusesWhatCountsNoThings) {
  for (const std::string_view text :
       {"1973 crisis", "12 km", "5 million people", "3.5 rivers", "50% of them", "$12", "first",
        "a river", "zero rivers", "twenty-eleven", "7-7-7", "99999999999999999999", "1,0", ""}) {
    EXPECT_EQ(CountIn(text), "none") << text;
  }
}

std::string BoundIn(std::string_view text) {
  const Words words = SplitWords(text);
  const auto bound = BoundAt(words, 0, words.size());
  return bound ? std::to_string(bound->value) : "none";
}
TEST(BoundAt, ReadsInequalities) {
  EXPECT_EQ(BoundIn("at least 5 rivers"), "5");
  EXPECT_EQ(BoundIn("no more than ten rivers"), "10");
  EXPECT_EQ(BoundIn("between 3 and 7 rivers"), "7");
  EXPECT_EQ(BoundIn("five or more rivers"), "5");
  EXPECT_EQ(BoundIn("more than 5 km"), "none");
  EXPECT_EQ(BoundIn("between 1914 and 1918"), "none");
  EXPECT_EQ(BoundIn("between 7 and 3"), "none");
}

TEST(MatchAt, TakesTheLongestPhraseAndNoQuotedWord) {
  constexpr std::array<std::string_view, 3> kTable = {"all", "all of", "every"};
  const Words words = SplitWords("all of it, \"all\" alloy every");
  EXPECT_EQ(MatchAt(words, 0, words.size(), kTable), 2u);
  EXPECT_EQ(MatchAt(words, 0, 1, kTable), 1u);
  EXPECT_EQ(MatchAt(words, 3, words.size(), kTable), 0u);
  EXPECT_EQ(MatchAt(words, 4, words.size(), kTable), 0u);
  EXPECT_EQ(MatchAt(words, 5, words.size(), kTable), 1u);
  EXPECT_EQ(MatchAt(words, 6, words.size(), kTable), 0u);
}

}  // namespace
}  // namespace arborist::question
