// SPDX-License-Identifier: AGPL-3.0-only
#include "text/search_tokens.h"

#include <gtest/gtest.h>

namespace arborist::text {
namespace {

std::string Terms(std::string_view text) {
  std::string out;
  AppendSearchTerms(text, &out);
  return out;
}

TEST(SearchTerms, AreLowerCaseAndSplitAtPunctuation) {
  EXPECT_EQ(Terms("Hello, World 42!"), "hello world 42");
}
TEST(SearchTerms, FoldAccents) { EXPECT_EQ(Terms("Éléonore Åre Straße"), "eleonore are strasse"); }
TEST(SearchTerms, FoldDecomposedAccentsAlike) { EXPECT_EQ(Terms("e\xCC\x81t\xC3\xA9"), "ete"); }
TEST(SearchTerms, StemPlurals) {
  EXPECT_EQ(Terms("dinosaurs class gas girlfriends"), "dinosaur class gas girlfriend");
}
TEST(SearchTerms, DropPossessives) {
  EXPECT_EQ(Terms("Superman's Bob’s supermans"), "superman bob superman");
}
TEST(SearchTerms, SplitOtherApostrophes) { EXPECT_EQ(Terms("l'homme don't"), "l homme don t"); }
TEST(SearchTerms, JoinHyphenatedWordsAtTheEnd) {
  EXPECT_EQ(Terms("bi-polar disorder"), "bi polar disorder bipolar");
  EXPECT_EQ(Terms("state-of-the-art x"), "state art x stateoftheart");
}
TEST(SearchTerms, TrailingHyphenJoinsNothing) {
  EXPECT_EQ(Terms("pre- and post-war"), "pre post war postwar");
}
TEST(SearchTerms, LeaveOutFunctionWords) {
  EXPECT_EQ(Terms("The Who, to be or not to be"), "who be or not be");
}
TEST(SearchTerms, HanBecomesBigramsWithTheLastAlone) { EXPECT_EQ(Terms("北京市"), "北京 京市 市"); }
TEST(SearchTerms, KatakanaKeepsItsLongMark) { EXPECT_EQ(Terms("データ"), "デー ータ タ"); }
TEST(SearchTerms, ThaiKeepsVowelSigns) { EXPECT_EQ(Terms("ปี"), "ปี ี"); }
TEST(SearchTerms, MixedScriptsSplit) { EXPECT_EQ(Terms("GPU芯片v2"), "gpu 芯片 片 v2"); }
TEST(SearchTerms, CyrillicKeepsShortI) { EXPECT_EQ(Terms("Война Ёж"), "война еж"); }
TEST(SearchTerms, FullWidthIsFolded) { EXPECT_EQ(Terms("ＡＢＣ１２"), "abc12"); }

TEST(QueryTerms, AreTheIndexTerms) {
  for (const std::string_view text :
       {"bi-polar Superman's 北京市 データ ปี Éte x-ray", "a--b c-", "日"}) {
    std::string joined;
    for (const QueryTerm& term : QueryTerms(text))
      joined += (joined.empty() ? "" : " ") + term.term;
    EXPECT_EQ(joined, Terms(text));
  }
}

TEST(QueryTerms, KnowTheBytesTheyStandFor) {
  const std::string_view text = "  Superman's bi-polar, Éte's 北京市x";
  std::string shown;
  for (const QueryTerm& term : QueryTerms(text)) {
    shown += term.term + "=" + std::string(text.substr(term.begin, term.end - term.begin)) + "|";
  }
  EXPECT_EQ(shown,
            "superman=Superman|bi=bi|polar=polar|ete=Éte|北京=北京|京市=京市|市=市|x=x|"
            "bipolar=bi-polar|");
}

TEST(SearchTokens, AHyphenatedWordThatRunsIntoADenseScriptLeavesNoEmptyTerm) {
  std::string terms;
  AppendSearchTerms("e-r-\u6ea4 end", &terms);
  EXPECT_EQ(terms, "e r \u6ea4 end");
}

TEST(SearchTokens, ASignThatStandsForSeveralIsATermOfItsOwn) {
  // Spelt out they would hold what the index splits at: (1), 1.
  std::string terms;
  AppendSearchTerms("\u3222 \u2474 \u2488 \u00BD x\u00B2", &terms);
  EXPECT_EQ(terms, "\u3222 \u2474 \u2488 \u00BD x2");
}

}  // namespace
}  // namespace arborist::text
