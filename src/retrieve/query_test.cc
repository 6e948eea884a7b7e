// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/query.h"

#include <gtest/gtest.h>

#include "sqlite/database.h"

namespace arborist::retrieve {
namespace {

// The words of each group, joined form behind a slash, prefix terms with a star.
std::string Shown(std::string_view text) {
  const Query query = ParseQuery(text);
  std::string shown;
  for (const Group& group : query.groups) {
    if (!shown.empty()) shown += " | ";
    for (std::size_t i = 0; i < group.words.size(); ++i) {
      const Term& term = query.terms[group.words[i].term];
      shown += (i == 0 ? "" : " ") + term.text + (term.prefix ? "*" : "");
    }
    if (group.joined) shown += "/" + query.terms[*group.joined].text;
  }
  return shown;
}

TEST(ParseQuery, DropsStopwords) {
  EXPECT_EQ(Shown("What is the capital of France?"), "capital | france");
}
TEST(ParseQuery, KeepsStopwordsWhenNothingElseIsThere) {
  EXPECT_EQ(Shown("to be or not"), "be | or | not");
}
TEST(ParseQuery, KeepsTermsThatBeginWithADigit) {
  EXPECT_EQ(Shown("the 4040 and 3com"), "4040 | 3com");
}
TEST(ParseQuery, HyphenatedWordsAreOneGroup) {
  EXPECT_EQ(Shown("x bi-polar y"), "x | bi polar/bipolar | y");
  EXPECT_EQ(Shown("state-of-the-art car-wash"), "state art/stateoftheart | car wash/carwash");
}
TEST(ParseQuery, RepeatsCountOnce) { EXPECT_EQ(Shown("war war peace"), "war | peace"); }
TEST(ParseQuery, BigramsSayTheLastCharacterAlready) { EXPECT_EQ(Shown("北京市"), "北京 | 京市"); }
TEST(ParseQuery, OneDenseCharacterMatchesByPrefix) { EXPECT_EQ(Shown("日"), "日*"); }
TEST(ParseQuery, NothingToSearchIsEmpty) {
  EXPECT_TRUE(ParseQuery("").empty());
  EXPECT_TRUE(ParseQuery(" ?! \"() * ").empty());
}
TEST(ParseQuery, IsBounded) {
  std::string text;
  for (int i = 0; i < 10000; ++i) text += "word" + std::to_string(i) + " ";
  EXPECT_EQ(ParseQuery(text).groups.size(), kMaxGroups);
  EXPECT_LE(ParseQuery(std::string(1 << 20, 'x')).groups.size(), 1u);
  std::string wide;
  for (int i = 0; i < 40000; ++i) wide += "京";
  EXPECT_EQ(ParseQuery(wide).groups.size(), 1u);
}

TEST(OtherNumber, IsThePluralOrSingularOfAShortWord) {
  EXPECT_EQ(OtherNumber("dog"), "dogs");
  EXPECT_EQ(OtherNumber("dogs"), "dog");
  EXPECT_EQ(OtherNumber("box"), "boxe");
  EXPECT_EQ(OtherNumber("city"), "citie");
  EXPECT_EQ(OtherNumber("pass"), "passe");
  for (const char* none : {"book", "books", "a", "us", "it", "19s", "北京", ""})
    EXPECT_EQ(OtherNumber(none), "");
}

TEST(SharedStem, IsTwoThirdsOfALongWord) {
  EXPECT_EQ(SharedStem("invaded"), "inva");
  EXPECT_EQ(SharedStem("publication"), "publica");
  EXPECT_EQ(SharedStem("пантеры"), "пант");
  EXPECT_EQ(SharedStem("war"), "");
  EXPECT_EQ(SharedStem("19731974"), "");
}

TEST(Quote, DoublesQuotesAndMarksPrefixes) {
  EXPECT_EQ(Quote({"a\"b", false}), "\"a\"\"b\"");
  EXPECT_EQ(Quote({"市", true}), "\"市\" *");
  EXPECT_EQ(Quote({std::string("a\0b", 3), false}), "\"ab\"");
}

TEST(Expression, AllOfGroupsAndAnyOfTerms) {
  const Query query = ParseQuery("the bi-polar war");
  EXPECT_EQ(AllOf(query).text, "((\"bi\" AND \"polar\") OR \"bipolar\") AND (\"war\")");
  const std::vector<std::size_t> terms{0, 1};
  EXPECT_EQ(AnyOf(query, terms).phrases, terms);
}

// Whatever is asked, FTS5 sees a correct expression.
TEST(Expression, HostileQueriesStayWordsForFts5) {
  auto database = sqlite::Database::Open(":memory:", {.mode = sqlite::OpenMode::kCreate});
  ASSERT_TRUE(database);
  ASSERT_TRUE(database->Execute("CREATE VIRTUAL TABLE f USING fts5(terms, tokenize='ascii');"));
  auto select = database->Prepare("SELECT count(*) FROM f WHERE f MATCH ?1");
  ASSERT_TRUE(select);
  for (const std::string_view text :
       {"\"", "\"\"\"", "a NEAR(b c, 5)", "NEAR", "AND OR NOT", "terms:secret", "-terms:x",
        "^start", "a*", "((((", "))", "a + b", "{a b}:c", "x'; DROP TABLE f; --", "\\",
        "a\"b\"c OR \"", "日 AND 本", "é\u202e\u0000x"}) {
    const Query query = ParseQuery(text);
    if (query.empty()) continue;
    std::vector<std::size_t> terms(query.terms.size());
    for (std::size_t i = 0; i < terms.size(); ++i) terms[i] = i;
    for (const Expression& expression : {AllOf(query), AnyOf(query, terms)}) {
      select->BindText(1, expression.text);
      EXPECT_TRUE(select->Step()) << text << " -> " << expression.text;
      select->Reset();
    }
  }
}

}  // namespace
}  // namespace arborist::retrieve
