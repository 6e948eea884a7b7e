// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/query.h"

#include <gtest/gtest.h>

namespace arborist::retrieve {
namespace {

// The words of each group, joined form behind a slash, prefix terms with a star.
std::string Shown(std::string_view text) {
  const Query query = ParseQuery(text);
  std::string shown;
  for (const Group& group : query.groups) {
    if (!shown.empty()) shown += " | ";
    for (std::size_t i = 0; i < group.words.size(); ++i) {
      const index::Term& term = query.terms[group.words[i].term];
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

// Groups in brackets, alternatives with a stroke.
std::string Shown(const index::Node& node) {
  if (const auto* term = std::get_if<index::Term>(&node.is))
    return term->text + (term->prefix ? "*" : "");
  const auto* all = std::get_if<index::All>(&node.is);
  std::string shown = "(";
  for (const index::Node& member : all ? all->members : std::get<index::Any>(node.is).members)
    shown += (shown == "(" ? "" : all ? " " : " | ") + Shown(member);
  return shown + ")";
}

TEST(AllOf, HasEveryGroupAndForAHyphenatedWordBothForms) {
  const TermTree tree = AllOf(ParseQuery("the bi-polar war"));
  EXPECT_EQ(Shown(tree.node), "(((bi polar) | bipolar) (war))");
  EXPECT_EQ(index::Leaves(tree.node).size(), tree.terms.size());
}

TEST(AnyOf, HasTheTermsThatAreNamed) {
  const Query query = ParseQuery("the bi-polar invaders");
  const std::vector<std::size_t> terms{3, 0};
  const TermTree tree = AnyOf(query, terms);
  EXPECT_EQ(Shown(tree.node), "(" + query.terms[3].text + " | bi)");
  EXPECT_EQ(tree.terms, terms);
}

TEST(AnyTerm, HasAllTermsInTheirOrder) {
  const Query query = ParseQuery("invaders of islands");
  EXPECT_EQ(Shown(AnyTerm(query)), "(invader | inva* | island | isla*)");
}

TEST(ParseQuery, OtherFormsWeighLessUnlessTheQueryHasThemToo) {
  const auto lesser = [](std::string_view text) {
    const Query query = ParseQuery(text);
    std::string terms;
    for (std::size_t i = 0; i < query.terms.size(); ++i) {
      if (query.WeighsLess(i)) terms += query.terms[i].text + " ";
    }
    return terms;
  };
  EXPECT_EQ(lesser("dog invaded"), "dogs inva ");
  EXPECT_EQ(lesser("dog dogs"), "");
}

}  // namespace
}  // namespace arborist::retrieve
