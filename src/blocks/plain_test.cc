// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <string>

#include "blocks/sample_test.h"

namespace arborist::blocks {
namespace {

std::string Plain(std::string text) { return Outline(markup::Base::kIdentity, {std::move(text)}); }

TEST(PlainReading, HeadingsAreKnownByTheirSigns) {
  EXPECT_EQ(Plain("The Great Mill\n\nIt was built of brick and oak by two brothers in 1723.\n\n"
                  "3.2 Its wheels\n\nThey turn slowly.\n\nPrices\n======\n\nTen a day.\n\n"
                  "== Owners ==\nAnna had it.\n\n## Later\n\nIt burned.\n"),
            "0 heading1: The Great Mill\n"
            "1 paragraph: It was built of brick and oak by two brothers in 1723.\n"
            "2 heading3: 3.2 Its wheels\n3 paragraph: They turn slowly.\n4 heading1: Prices\n"
            "5 paragraph: Ten a day.\n6 heading2: Owners\n7 paragraph: Anna had it.\n"
            "8 heading2: Later\n9 paragraph: It burned.\n");
}

TEST(PlainReading, AQuestionOnALineOfItsOwnHeadsItsAnswer) {
  EXPECT_EQ(Plain("Questions\n\nHow do I run a command every time that the mill starts to turn?\n\n"
                  "Write it into the file mill.conf.\n\nWho would not? And yet nobody does.\n"),
            "0 heading1: Questions\n"
            "1 heading2: How do I run a command every time that the mill starts to turn?\n"
            "2 paragraph: Write it into the file mill.conf.\n"
            "3 paragraph: Who would not? And yet nobody does.\n");
}

TEST(PlainReading, NumberedPartsOfBooksAndLawsAreHeadings) {
  EXPECT_EQ(
      Plain("Chapter 3: Mills\n\nThey grind.\n\n\u00a7 12 Haftung\n\nDer Halter haftet.\n\n"
            "2. Wheels\n\nThey turn.\n\n1. Stir it\n\n2. Bake it\n"),
      "0 heading1: Chapter 3: Mills\n1 paragraph: They grind.\n2 heading2: \u00a7 12 Haftung\n"
      "3 paragraph: Der Halter haftet.\n4 heading2: 2. Wheels\n5 paragraph: They turn.\n"
      "6 item: Stir it <- 5\n7 item: Bake it <- 5\n");
}

TEST(PlainReading, BulletsAndStepsAreItems) {
  EXPECT_EQ(
      Plain("Take what you need:\n\n- flour and\n  butter\n* eggs\n\n1. Stir it.\n2) Bake it.\n"),
      "0 paragraph: Take what you need:\n1 item: flour and\n  butter <- 0\n2 item: eggs <- 0\n"
      "3 item: Stir it. <- 0\n4 item: Bake it. <- 0\n");
  EXPECT_EQ(Plain("You need these:\n\neggs\nbutter\nsugar\n"),
            "0 paragraph: You need these:\n1 item: eggs <- 0\n2 item: butter <- 0\n"
            "3 item: sugar <- 0\n");
}

TEST(PlainReading, IndentedAndFencedLinesAreProgramText) {
  EXPECT_EQ(Plain("To build it, type this:\n\n    make all\n    make install\n\n    exit\n\n"
                  "Then you are done with it.\n\n```sh\nls -l\n```\n"),
            "0 paragraph: To build it, type this:\n"
            "1 code: make all\n    make install\n\n    exit <- 0\n"
            "2 paragraph: Then you are done with it.\n3 code: ls -l <- 2\n");
  EXPECT_EQ(Plain("He said to all of us:\n\n    Go home, all of you, and never come back here.\n"),
            "0 paragraph: He said to all of us:\n"
            "1 paragraph: Go home, all of you, and never come back here.\n");
}

TEST(PlainReading, RowsHaveTabsPipesOrColumns) {
  EXPECT_EQ(Plain("kind\tminutes\ngreen\t2\nblack\t4\n"),
            "0 row header [kind] [minutes]\n1 row [green] [2] <- 0\n2 row [black] [4] <- 0\n");
  EXPECT_EQ(Plain("| kind | minutes |\n|---|---|\n| green | 2 |\n"),
            "0 row header [kind] [minutes]\n1 row [green] [2] <- 0\n");
  EXPECT_EQ(Plain("NAME     STATUS   AGE\nnode-a   Ready    3d\nnode-b   Failed   5d\n"),
            "0 row header [NAME] [STATUS] [AGE]\n1 row [node-a] [Ready] [3d] <- 0\n"
            "2 row [node-b] [Failed] [5d] <- 0\n");
  EXPECT_EQ(
      Plain("It is old.  It stands on a hill above the town.\nIt is big.  It is made of stone.\n"),
      "0 paragraph: It is old.  It stands on a hill above the town.\n"
      "It is big.  It is made of stone.\n");
}

TEST(PlainReading, RecordsAreEntries) {
  EXPECT_EQ(Plain("Weight: 2.6 kg\nVoltage: 230 V\n"),
            "0 entry [Weight] [2.6 kg]\n1 entry [Voltage] [230 V]\n");
  EXPECT_EQ(Plain("Note: this is a sentence, and it goes on for quite a while before it ends.\n"),
            "0 paragraph: Note: this is a sentence, and it goes on for quite a while before it "
            "ends.\n");
}

constexpr std::string_view kManual =
    "LS(1)                     User Commands                    LS(1)\n\n"
    "NAME\n       ls - list directory contents\n\n"
    "SYNOPSIS\n       ls [OPTION]... [FILE]...\n\n"
    "OPTIONS\n       -a, --all\n              do not ignore entries\n\n"
    "       -w, --width=COLS\n              set output width to COLS.  0 means\n"
    "              no limit\n\n"
    "       --help display this help and exit\n\n"
    "   Exit status:\n       0      if OK,\n\n       1      if minor problems.\n\n"
    "SEE ALSO\n       dircolors(1)\n";

TEST(PlainReading, PagesOfManualsHaveSectionsAndOptions) {
  EXPECT_EQ(Plain(std::string(kManual)),
            "0 heading1: LS(1)\n1 heading2: NAME\n2 paragraph: ls - list directory contents\n"
            "3 heading2: SYNOPSIS\n4 code: ls [OPTION]... [FILE]...\n5 heading2: OPTIONS\n"
            "6 entry [-a, --all] [do not ignore entries]\n"
            "7 entry [-w, --width=COLS] [set output width to COLS.  0 means\n"
            "              no limit]\n"
            "8 entry [--help] [display this help and exit]\n9 heading3: Exit status:\n"
            "10 entry [0] [if OK,]\n11 entry [1] [if minor problems.]\n12 heading2: SEE ALSO\n"
            "13 paragraph: dircolors(1)\n");
}

TEST(PlainReading, TextTakenFromHtmlHasALineForEachItem) {
  const std::string paragraph =
      "Tea is a hot drink that people have made of leaves for as long as anybody can tell, and it "
      "is still made in the same way in most of the places where it is drunk.\n\n";
  EXPECT_EQ(
      Outline(markup::Base::kIdentity,
              {"Tea\n\n" + paragraph + "There are kinds of it:\n\ngreen\nblack — left to dry\n\n" +
               "Call it:\n\n[tea]\nminutes = 2\n\n# hot\nboil = true\n\n-m N\n--minutes N\nHow "
               "long.\n"}),
      "0 heading1: Tea\n1 paragraph: " + paragraph.substr(0, paragraph.size() - 2) +
          "\n2 paragraph: There are kinds of it:\n3 item: green <- 2\n"
          "4 entry [black] [left to dry] <- 2\n5 paragraph: Call it:\n"
          "6 code: [tea]\nminutes = 2\n\n# hot\nboil = true <- 5\n"
          "7 entry [-m N\n--minutes N] [How long.]\n");
}

TEST(PlainReading, BlocksAreCutWhereChunksEnd) {
  EXPECT_EQ(
      Outline(markup::Base::kIdentity, {"Weight: 2.6 ", "kg\nVoltage: 230 V\n\nIt is ", "old.\n"}),
      "0 entry [Weight] [2.6]...\n1 paragraph ...: kg\n2 entry [Voltage] [230 V]\n"
      "3 paragraph: It is...\n4 paragraph ...: old.\n");
}

}  // namespace
}  // namespace arborist::blocks
