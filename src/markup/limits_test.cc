// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <string>

#include "markup/asciidoc.h"
#include "markup/markdown.h"
#include "markup/rest.h"

// Markup that never ends, or ends only far away: work stays in proportion to the text, and nothing
// of the text is lost.
namespace arborist::markup {
namespace {

std::string Repeated(std::string_view unit, std::size_t bytes, std::string_view end) {
  std::string text;
  while (text.size() < bytes) text += unit;
  return text.append(end);
}

constexpr std::string_view kHostile[] = {"[",        "[a](",     "[a][",
                                         "![[",      "]",        "*",
                                         "**a*",     "_a",       "`",
                                         "``a`",     "<",        "<a b='",
                                         "<!--",     "&#",       "{{<",
                                         "{#",       "\n- - -",  "- ",
                                         "\n>>>>>",  "\n```",    "\n<!--\n",
                                         "\n| a ",   "\n[a]: b", "\\",
                                         "~~",       "\n    a",  ":a:`",
                                         "|a",       "\n.. a::", "[a]_",
                                         "a_ ",      "\n+--+",   "\n::\n",
                                         "\n====",   "<<a",      "a:b[",
                                         "link:a[",  "\n////\n", "\n----\n",
                                         "\n[a]\n",  "+a",       "#a",
                                         "^a",       "\"`",      "\na::\n",
                                         "\n. a\n",  "\n|===\n", "\n\n\n",
                                         "\t",       "\r\n",     "\xE2\x80\xA8",
                                         "{a}",      "[[a|",     "x*y_z`",
                                         "\n:a: b\n"};
constexpr std::string_view kEnds = "\n*_`~ ]) > --> }} >}} ]] >> \n```\n////\n----\n|===\n";

using Reader = std::string (*)(std::string_view, Work*);
constexpr Reader kReaders[] = {MarkdownToBase, RestToBase, AsciiDocToBase};

TEST(MarkupLimits, WorkGrowsWithTheTextAndNotWithItsSquare) {
  for (const Reader reader : kReaders) {
    for (const std::string_view unit : kHostile) {
      for (const std::string_view end : {std::string_view(), kEnds}) {
        Work once, twice;
        reader(Repeated(unit, 20'000, end), &once);
        const std::string base = reader(Repeated(unit, 40'000, end), &twice);
        EXPECT_LE(twice.steps, 2 * once.steps + once.steps / 4 + 4096) << unit;
        EXPECT_LE(twice.steps, 10'000u * 40'000u) << unit;
        EXPECT_LE(base.size(), 6 * 50'000u) << unit;
      }
    }
  }
}

TEST(MarkupLimits, WordsBehindHostileMarkupAreStillShown) {
  for (const Reader reader : kReaders) {
    for (const std::string_view unit : kHostile) {
      if (unit == "\n.. a::" || unit == "&#") continue;  // what follows is its own
      const std::string base = reader(Repeated(unit, 5'000, "\n\n\nthe last words\n"), nullptr);
      EXPECT_TRUE(base.contains("the last words")) << unit << ": " << base.substr(0, 80);
    }
  }
}

// Whether a footnote has a blank in it is asked at each of these brackets, and the answer is the
// same blank for all. To look for it each time is 10^13 steps.
TEST(MarkupLimits, NestedFootnotesShareTheSearchForABlank) {
  constexpr std::size_t kDepth = 5'000'000;
  std::string text;
  for (std::size_t i = 0; i < kDepth; ++i) text += "[^";
  text += " ";
  text.append(kDepth, ']');
  Work work;
  EXPECT_EQ(MarkdownToBase(text, &work).size(), text.size());
  EXPECT_LE(work.steps, 8 * text.size());
}

TEST(MarkupLimits, ALongLineAndManyLinesAreRead) {
  for (const Reader reader : kReaders) {
    EXPECT_EQ(reader(std::string(1'000'000, 'a'), nullptr), std::string(1'000'000, 'a'));
    EXPECT_EQ(reader(std::string(1'000'000, '\n'), nullptr), "");
  }
}

}  // namespace
}  // namespace arborist::markup
