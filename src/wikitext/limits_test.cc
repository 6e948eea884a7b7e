// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <string>

#include "wikitext/base.h"

// Markup that never ends, or ends only far away: time stays in proportion to the text.
namespace arborist::wikitext {
namespace {

std::string Repeated(std::string_view unit, std::size_t bytes, std::string_view end) {
  std::string text;
  while (text.size() < bytes) text += unit;
  return text.append(end);
}

constexpr std::string_view kHostile[] = {
    "{{",         "{{a|b=",   "{{{a|",      "{{{{{a",        "[[",         "[[a|{{b|",
    "<",          "<a>",      "<a b='c\" ", "<b>x</b><b>",   "</br ",      "</",
    "<nowiki></", "<li>",     "'''",        "''a'''b",       "<b>''",      "\n==a",
    "= a",        "{|\n|a||", "\n{|",       "{|\n| a | b\n", "[http://a ", "http://a{{",
    "&#",         "<!--",     "\n;a:",      "<i>[[a|{{b|''", "<a b={{c|",  " \n |"};
constexpr std::string_view kEnds = "\n''\n=\n</a></b></nowiki>]]}}}}}-->\n|}\n\">";

TEST(Limits, WorkGrowsWithTheTextAndNotWithItsSquare) {
  for (const std::string_view unit : kHostile) {
    for (const std::string_view end : {std::string_view(), kEnds}) {
      Work once, twice;
      ToBase(Repeated(unit, 20'000, end), &once);
      ToBase(Repeated(unit, 40'000, end), &twice);
      EXPECT_LE(twice.steps, 2 * once.steps + once.steps / 10) << unit;
      EXPECT_LE(twice.steps, 2'000'000 + 450 * 40'000u) << unit;
    }
  }
}
TEST(Limits, MarkupThatNeverEndsIsNotCutShort) {
  for (const std::string_view unit : {"{{", "[[a|", "<a>", "'''", "<!--", "\n{|", "{{a|b="}) {
    Work work;
    const std::string text = Repeated(unit, 50'000, "");
    const std::string base = ToBase(text + " [http://x the label]", &work);
    EXPECT_FALSE(work.cut_short) << unit;
    EXPECT_TRUE(base.ends_with("the label")) << unit << base.substr(base.size() - 40);
  }
}
TEST(Limits, DeepMarkupIsTextFromSomeDepthOn) {
  const auto nested = [](std::size_t depth) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += "<b>";
    text += "x";
    for (std::size_t i = 0; i < depth; ++i) text += "</b>";
    return text;
  };
  EXPECT_EQ(ToBase(nested(39)), "x");
  EXPECT_NE(ToBase(nested(200)), "x");
  EXPECT_NE(ToBase(nested(100'000)), "");
}
// To close the gap behind each joined pair is 10^13 steps.
TEST(Limits, ManyPairsOfSurrogatesAreJoinedInOnePass) {
  constexpr std::size_t kPairs = 2'000'000;
  std::string text, joined;
  for (std::size_t i = 0; i < kPairs; ++i) {
    text += "\xED\xA0\xBD\xED\xB8\x80";
    joined += "\xF0\x9F\x98\x80";
  }
  EXPECT_TRUE(ToBase(text) == joined);
  const std::string high = "\xED\xA0\xBD", low = "\xED\xB8\x80", other = "\xED\x9F\xBF";
  EXPECT_EQ(ToBase(other + low + high + high + low + low + other + high),
            other + low + high + "\xF0\x9F\x98\x80" + low + other + high);
}

TEST(Limits, ATextThatIsCutShortKeepsItsWords) {
  std::string text = Repeated("<a b='\" ", 200'000, "");
  text += "the last words' \">";
  Work work;
  const std::string base = ToBase(text, &work);
  EXPECT_TRUE(work.cut_short);
  EXPECT_TRUE(base.contains("the last words")) << base.substr(base.size() - 80);
}

}  // namespace
}  // namespace arborist::wikitext
