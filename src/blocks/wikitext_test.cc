// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include "blocks/sample_test.h"

namespace arborist::blocks {
namespace {

constexpr auto kWikitext = markup::Base::kWikitextV1;

TEST(WikitextReading, FindsTheLinesOfTheSourceInWhatIsShown) {
  EXPECT_EQ(
      Outline(kWikitext, {"{{Infobox|a=b\n|c=d}}\n'''Oak''' is a [[tree|plant]].\n\n== Use ==\n"
                          "It is used for:\n* [[ship]]s\n** old ones\n# first\n"}),
      "0 paragraph: Oak is a plant.\n1 heading2: Use\n2 paragraph: It is used for:\n"
      "3 item: ships <- 2\n4 item1: old ones <- 3\n5 item: first <- 2\n");
}

TEST(WikitextReading, RowsOfATableAreBlocks) {
  EXPECT_EQ(Outline(kWikitext, {"Kinds of it:\n\n{| class=x\n! Name !! Age\n|-\n| Oak || "
                                "900\n|-\n| Fir || 300\n|}\nEnd.\n"}),
            "0 paragraph: Kinds of it:\n1 row header [Name Age] <- 0\n2 row [Oak 900] <- 1\n"
            "3 row [Fir 300] <- 1\n4 paragraph: End.\n");
}

TEST(WikitextReading, GoesOnInTheNextChunk) {
  EXPECT_EQ(Outline(kWikitext, {"== A ==\nTake:\n* the oak ", "= old =\n* the fir\n"}),
            "0 heading2: A\n1 paragraph: Take:\n2 item: the oak... <- 1\n"
            "3 item ...: old <- 1\n4 item: the fir <- 1\n");
}

TEST(WikitextReading, LeavesOutWhatRemainsOfTemplatesThatAreCut) {
  EXPECT_EQ(Outline(kWikitext, {"It grows.<ref>{{cite|url=x ", "|title=y}}</ref> It is old.\n"}),
            "0 paragraph: It grows....\n1 paragraph ...: It is old.\n");
}

}  // namespace
}  // namespace arborist::blocks
