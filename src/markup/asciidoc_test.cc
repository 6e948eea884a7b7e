// SPDX-License-Identifier: AGPL-3.0-only
#include "markup/asciidoc.h"

#include <gtest/gtest.h>

namespace arborist::markup {
namespace {

TEST(AsciiDocBase, ShowsTextsAndNotTargets) {
  EXPECT_EQ(AsciiDocToBase("See link:a.html[the *guide*], https://x.org[that] and https://y.org."),
            "See the guide, that and https://y.org.");
  EXPECT_EQ(AsciiDocToBase("<<start,The start>> or <<end>>, xref:a.adoc[A]; linkgit:git-gc[1]"),
            "The start or end, A; git-gc(1)");
  EXPECT_EQ(AsciiDocToBase("So.footnote:[Because.] Press kbd:[Ctrl+C] [[here]]now."),
            "So. (Because.) Press Ctrl+C now.");
  EXPECT_EQ(AsciiDocToBase("at 10:30[sic] and note: a[3]"), "at 10:30[sic] and note: a[3]");
}

TEST(AsciiDocBase, ShowsMarkedTextWithoutItsMarks) {
  EXPECT_EQ(AsciiDocToBase("*bold*, _it_, `code_*x*`, +mono+, #mark# and w**or**d"),
            "bold, it, code_*x*, mono, mark and word");
  EXPECT_EQ(AsciiDocToBase("snake_case_name, 2 * 3 * 4, C++ and a+b"),
            "snake_case_name, 2 * 3 * 4, C++ and a+b");
  EXPECT_EQ(AsciiDocToBase("10^3^ H~2~O \"`quoted`\" a{nbsp}b &amp; {unknown}"),
            "10^3 H2O \"quoted\" a b & {unknown}");
  EXPECT_EQ(AsciiDocToBase("\\*no* and *open"), "*no* and *open");
}

TEST(AsciiDocBase, ShowsHeadingsAndListsAsLines) {
  EXPECT_EQ(AsciiDocToBase("= Git User Manual\n:toc:\n\n== Part ==\nText\ngoes on."),
            "Git User Manual\n\nPart\n\nText goes on.");
  EXPECT_EQ(AsciiDocToBase("NAME\n----\ngit-gc - Cleanup\n\nText"),
            "NAME\n\ngit-gc - Cleanup\n\nText");
  EXPECT_EQ(AsciiDocToBase("* one\n** [x] two\n- three\n. four\n1. five"),
            "• one\n• two\n• three\n• four\n1. five");
  EXPECT_EQ(AsciiDocToBase("gc.auto::\n\tWhen there are more\n\tthan this.\n+\nSet it to 0."),
            "gc.auto: When there are more than this.\n\nSet it to 0.");
  EXPECT_EQ(AsciiDocToBase("a term:: means *this*"), "a term: means this");
}

TEST(AsciiDocBase, ShowsProgramsAsTheyAre) {
  EXPECT_EQ(AsciiDocToBase("[source,sh]\n.Build\n----\nmake *all*\n----\n\nThen *stop*."),
            "Build\n\n    make *all*\n\nThen stop.");
  EXPECT_EQ(AsciiDocToBase("[source,sh]\nmake *all*\n\nText."), "    make *all*\n\nText.");
  EXPECT_EQ(AsciiDocToBase("Text:\n\n  git *log*\n\nText."), "Text:\n\n      git *log*\n\nText.");
}

TEST(AsciiDocBase, ASliceMayBeginAmidAProgram) {
  EXPECT_EQ(AsciiDocToBase("x = *y*\n----\n\nText of *it*.\n\n----\nls\n----\n"),
            "    x = *y*\n\nText of it.\n\n    ls");
}

TEST(AsciiDocBase, HidesCommentsAttributesAndDelimiters) {
  EXPECT_EQ(
      AsciiDocToBase("// no\n:attr: x\n[NOTE]\n====\nMind the gap.\n====\n\n////\nno\n////\nText."),
      "Mind the gap.\n\nText.");
  EXPECT_EQ(AsciiDocToBase("ifdef::x[]\nA.\nendif::[]\n\ninclude::b.adoc[]\n\nB."), "A.\n\nB.");
  EXPECT_EQ(AsciiDocToBase("image::a.png[A lock,200]\n\n////\nnever closed"),
            "A lock\n\nnever closed");
  EXPECT_EQ(AsciiDocToBase("A line +\nbreak"), "A line break");
}

TEST(AsciiDocBase, ShowsTheCellsOfTables) {
  EXPECT_EQ(AsciiDocToBase("|===\n|Name |Price\n\n|*A* |95\n|==="), "Name\tPrice\nA\t95");
}

TEST(AsciiDocBase, IsEmptyOfNothing) {
  EXPECT_EQ(AsciiDocToBase(""), "");
  EXPECT_EQ(AsciiDocToBase("\n \n"), "");
}

}  // namespace
}  // namespace arborist::markup
