// SPDX-License-Identifier: AGPL-3.0-only
#include "wikitext/base.h"

#include <gtest/gtest.h>

namespace arborist::wikitext {
namespace {

TEST(Links, ShowTheirLabelOrTheirTitle) {
  EXPECT_EQ(ToBase("[[a]] [[b|c]] [[d|''e'' f]]"), "a c e f");
  EXPECT_EQ(ToBase("[[a|]]b"), "b");
  EXPECT_EQ(ToBase("[[a|b|c]]"), "b|c");
}
TEST(Links, AreTextWhenTheyDoNotEndOrTheirTitleCannotBeOne) {
  EXPECT_EQ(ToBase("a [[b"), "a [[b");
  EXPECT_EQ(ToBase("[[a\nb]]"), "[[a b]]");
  EXPECT_EQ(ToBase("[[a<b]]"), "[[a<b]]");
  EXPECT_EQ(ToBase("[[a[b]]"), "[[a[b]]");
}
TEST(Links, MayHoldTemplatesAndCommentsInTheirTitle) {
  EXPECT_EQ(ToBase("[[a{{b}}c]] [[d<!-- e -->f]]"), "ac df");
  EXPECT_EQ(ToBase("[[a{b}c]]"), "[[a{b}c]]");
}
TEST(Links, ToFilesImagesAndCategoriesAreRemoved) {
  EXPECT_EQ(ToBase("a[[File:b.jpg|thumb|c [[d]] ''e'']]f"), "af");
  EXPECT_EQ(ToBase("<div>[[image:b]][[CATEGORY:c]]x</div>"), "x");
  EXPECT_EQ(ToBase("[[a|b [[File:c]]]]"), "b");
}
TEST(Links, WhoseTitleOnlyLooksLikeAFileStay) {
  EXPECT_EQ(ToBase("[[:File:a]]"), ":File:a");
  EXPECT_EQ(ToBase("[[ File:a]]"), "File:a");
  EXPECT_EQ(ToBase("[[Datei:a|b]]"), "b");
  EXPECT_EQ(ToBase("[[Filed:a]]"), "Filed:a");
}
TEST(Links, InLabelsAreLinks) { EXPECT_EQ(ToBase("[[a|b [[c|d]] e]]"), "b d e"); }

TEST(Uris, InBracketsShowTheirLabel) {
  EXPECT_EQ(ToBase("[http://a.example b c]"), "b c");
  EXPECT_EQ(ToBase("x [//a.example] y"), "x y");
  EXPECT_EQ(ToBase("[mailto:a@b.example c]"), "c");
  EXPECT_EQ(ToBase("[http://a.example''b'']"), "b");
}
TEST(Uris, InBracketsNeedAKnownSchemeAndOneLine) {
  EXPECT_EQ(ToBase("[note b]"), "[note b]");
  EXPECT_EQ(ToBase("[http:a b]"), "[http:a b]");
  EXPECT_EQ(ToBase("[http://a.example b\nc]"), "[http://a.example b c]");
}
TEST(Uris, AloneShowThemselves) {
  EXPECT_EQ(ToBase("at http://a.example/(b). And"), "at http://a.example/(b). And");
  EXPECT_EQ(ToBase("http://a.example/{{b}}c&amp;d"), "http://a.example/c&d");
  EXPECT_EQ(ToBase("xhttp://a.example"), "xhttp://a.example");
}
TEST(Uris, InDoubleBracketsKeepTheOuterOnes) { EXPECT_EQ(ToBase("[[http://a.example b]]"), "[b]"); }

TEST(Templates, ShowNothing) {
  EXPECT_EQ(ToBase("a{{b|c|d=e|{{f}}}}g"), "ag");
  EXPECT_EQ(ToBase("{{b\n|c=[[d]]\n|<ref>e</ref>\n}}f"), "f");
  EXPECT_EQ(ToBase("{{#if:{{{a|}}}|b}}c"), "c");
}
TEST(Templates, AreTextWithoutANameOrAnEnd) {
  EXPECT_EQ(ToBase("{{}} {{ |a}}"), "{{}} {{ |a}}");
  EXPECT_EQ(ToBase("{{a [[b]]"), "{{a b");
  EXPECT_EQ(ToBase("{{a[b]}}"), "{{a[b]}}");
  EXPECT_EQ(ToBase("{{a\nb}}"), "{{a b}}");
}
TEST(Arguments, ShowTheirDefault) {
  EXPECT_EQ(ToBase("{{{a|b [[c]]}}}"), "b c");
  EXPECT_EQ(ToBase("x{{{a}}}y"), "xy");
  EXPECT_EQ(ToBase("{{{{{a}}}}}x {{{{a}}|b}}y"), "x y");
}
TEST(Braces, ThatOpenNothingAreText) {
  EXPECT_EQ(ToBase("{{{{a}} b"), "{{ b");
  EXPECT_EQ(ToBase("{a} {"), "{a} {");
}

TEST(Headings, AreTheirTitles) {
  EXPECT_EQ(ToBase("== a ==\nb"), "a b");
  EXPECT_EQ(ToBase("=== a == b ===\nc"), "a == b c");
  EXPECT_EQ(ToBase("== a == b\nc"), "a b c");
}
TEST(Headings, KeepTheSignsThatDoNotPair) {
  EXPECT_EQ(ToBase("=== a ==\n"), "= a");
  EXPECT_EQ(ToBase("== a ===\n"), "a =");
  EXPECT_EQ(ToBase("== a\n"), "== a");
  EXPECT_EQ(ToBase("a == b =="), "a == b ==");
}
TEST(Lists, LeaveNoMark) {
  EXPECT_EQ(ToBase("* a\n** b\n#: c\n: d"), "a b c d");
  EXPECT_EQ(ToBase("; a : b\nc : d"), "a b c : d");
  EXPECT_EQ(ToBase("a * b # c"), "a * b # c");
}
TEST(Rules, AreFourDashesAtTheStartOfALine) { EXPECT_EQ(ToBase("a\n------b\n---c"), "a b ---c"); }

TEST(Styles, PairUp) {
  EXPECT_EQ(ToBase("''a'' '''b''' '''''c'''''"), "a b c");
  EXPECT_EQ(ToBase("'''''a''' b'' '''''c'' d'''"), "a b c d");
  EXPECT_EQ(ToBase("''''a''''"), "'a'");
}
TEST(Styles, ThatDoNotPairAreText) {
  EXPECT_EQ(ToBase("a ''b"), "a ''b");
  EXPECT_EQ(ToBase("it's '''x"), "it's '''x");
  EXPECT_EQ(ToBase("''a'''b''"), "a'''b");
  EXPECT_EQ(ToBase("'''a ''b'' c"), "'a b'' c");
}

TEST(Tags, ShowWhatTheyHold) {
  EXPECT_EQ(ToBase("<b>a</b> <SPAN class=\"x\" y='z' w>b</span >"), "a b");
  EXPECT_EQ(ToBase("<b \n>a</B\n>"), "a");
}
TEST(Tags, WithoutAnEndOrWithAStrangeNameAreText) {
  EXPECT_EQ(ToBase("<b>a"), "<b>a");
  EXPECT_EQ(ToBase("<b\n>a</b>"), "<b >a</b>");
  EXPECT_EQ(ToBase("<b>a</i></b>"), "<b>a</i></b>");
  EXPECT_EQ(ToBase("a < b > c </d>"), "a < b > c </d>");
}
TEST(Tags, ThatNeedNoEndAreNothing) {
  EXPECT_EQ(ToBase("a<br>b<br/>c</br>d<hr />e"), "abcde");
  EXPECT_EQ(ToBase("<li>a\n<li>b"), "a b");
}
TEST(Tags, OfReferencesAndPicturesAreHidden) {
  EXPECT_EQ(ToBase("a<ref>b</ref><ref name=c/><REF>d</REF>e"), "ae");
  EXPECT_EQ(ToBase("a<math>b</math><gallery>c</gallery><score>d</score>e"), "ae");
}
TEST(Tags, WhoseContentIsNotWikitextAreShownAsTheyAre) {
  EXPECT_EQ(ToBase("<nowiki>[[a|b]] ''c'' &lt;</nowiki>"), "[[a|b]] ''c'' <");
  EXPECT_EQ(ToBase("<pre></b></PRE >{{a}}"), "</b>");
}
TEST(Tags, MayHaveQuotesThatDoNotQuote) {
  EXPECT_EQ(ToBase("<b c=\"d\"e>f</b>"), "f");
  EXPECT_EQ(ToBase("<b c=\"d>e</b> \" g"), "<b c=\"d>e</b> \" g");
}
TEST(Elements, LoseTheNewlinesAtTheirEnds) {
  EXPECT_EQ(ToBase("a<b>\n\n</b>b"), "ab");
  EXPECT_EQ(ToBase("a<b>\nb\n</b>c"), "abc");
  EXPECT_EQ(ToBase("a<b> b </b>c"), "a b c");
}

TEST(Tables, ShowTheirCells) {
  EXPECT_EQ(ToBase("{|\n|+ a\n! b !! c\n|-\n| d || e\n| f\n|}"), "+ a b c d e f");
  EXPECT_EQ(ToBase("a\n  {| x=y\n|b\n|}c"), "a bc");
}
TEST(Tables, HideAttributes) {
  EXPECT_EQ(ToBase("{| class=\"a\"\n|- style=\"b\"\n| c=\"d\" | e\n! f=g | h\n|}"), "e h");
}
TEST(Tables, Nest) { EXPECT_EQ(ToBase("{|\n|a\n{|\n|b\n|}\n| c\n|}"), "a b c"); }
TEST(Tables, WithoutAnEndAreText) {
  EXPECT_EQ(ToBase("{|\n| a || b\n"), "{| | a || b");
  EXPECT_EQ(ToBase("a {| b |}"), "a {| b |}");
}

TEST(Comments, AreNothing) {
  EXPECT_EQ(ToBase("a<!-- [[b]] -- > -->c"), "ac");
  EXPECT_EQ(ToBase("a <!-- b"), "a <!-- b");
}
TEST(Entities, AreCharacters) {
  EXPECT_EQ(ToBase("&eacute;&#233;&#xe9;&#XE9;&#x00000e9;"), "ééééé");
  EXPECT_EQ(ToBase("a&nbsp;b"), "a b");
  EXPECT_EQ(ToBase("&thetasym;"), "ϑ");
}
TEST(Entities, ThatAreNoneAreText) {
  EXPECT_EQ(ToBase("&apos; &foo; &amp &#0; &#x110000; &#; &"),
            "&apos; &foo; &amp &#0; &#x110000; &#; &");
}

TEST(Whitespace, IsCollapsed) {
  EXPECT_EQ(ToBase(" \n a\t\u3000\u0085b \u2028"), "a b");
  EXPECT_EQ(ToBase("\u200Ba"), "\u200Ba");
}
TEST(Nul, EndsTheText) { EXPECT_EQ(ToBase(std::string_view("a\0b", 3)), "a"); }
TEST(Surrogates, StayAloneAndJoinWhenTheyMeet) {
  EXPECT_EQ(ToBase("a\xED\xA0\x80z"), "a\xED\xA0\x80z");
  EXPECT_EQ(ToBase("&#xD83D;{{x}}&#xDE00;"), "\U0001F600");
}
TEST(Base, OfNothingIsNothing) {
  EXPECT_EQ(ToBase(""), "");
  EXPECT_EQ(ToBase("{{a}}<!-- b -->"), "");
}

}  // namespace
}  // namespace arborist::wikitext
