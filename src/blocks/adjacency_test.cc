// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "blocks/sample_test.h"

// A lead and what it introduces touch in the source. A verifier takes a lead with the program of
// another lead for a fact, so nothing else protects the pair.
namespace arborist::blocks {
namespace {

using markup::Base;

struct Case {
  Base base;
  std::string_view text;
};

std::uint32_t LeadOf(const Case& sample, std::string_view text) {
  const Reading reading = Read(sample.base, {std::string(sample.text)});
  for (const Block& block : reading.blocks) {
    if (reading.TextOf(block) != text) continue;
    if (block.lead == kNoBlock) return kNoBlock;
    return block.lead;
  }
  ADD_FAILURE() << "no block says " << text << ":\n" << Outline(reading);
  return kNoBlock;
}

TEST(Adjacency, ALeadIsNotJoinedWithTheProgramOfAnotherLead) {
  for (const Case& sample : {
           Case{Base::kMarkdownV1, "To stop:\n\nTo start:\n\n```\nrun it --now\n```\n"},
           Case{Base::kRestV1, "To stop:\n\nTo start::\n\n  run it --now\n"},
           Case{Base::kAsciiDocV1, "To stop:\n\nTo start:\n\n----\nrun it --now\n----\n"},
           Case{Base::kIdentity, "To stop:\n\nTo start:\n\n    run it --now\n\nEnd of the text.\n"},
       }) {
    const Reading reading = Read(sample.base, {std::string(sample.text)});
    ASSERT_GE(reading.blocks.size(), 3u) << sample.text;
    EXPECT_EQ(reading.TextOf(reading.blocks[2]), "run it --now");
    EXPECT_EQ(reading.blocks[2].lead, 1u) << sample.text;
  }
}

TEST(Adjacency, TheSecondOfTwoProgramsHasNoLead) {
  for (const Case& sample : {
           Case{Base::kMarkdownV1, "Run:\n\n```\na --b\n```\n\n```\nc --d\n```\n"},
           Case{Base::kRestV1,
                "Run:\n\n.. code-block:: sh\n\n   a --b\n\n.. code-block:: sh\n\n   c --d\n"},
           Case{Base::kAsciiDocV1, "Run:\n\n----\na --b\n----\n\n----\nc --d\n----\n"},
           Case{Base::kIdentity, "Run:\n\n```\na --b\n```\n\n```\nc --d\n```\n"},
       }) {
    EXPECT_EQ(LeadOf(sample, "a --b"), 0u) << sample.text;
    EXPECT_EQ(LeadOf(sample, "c --d"), kNoBlock) << sample.text;
  }
}

TEST(Adjacency, NothingHiddenStandsBetween) {
  for (const Case& sample : {
           Case{Base::kMarkdownV1, "Run:\n\n<!-- a -->\n\n```\na --b\n```\n"},
           Case{Base::kMarkdownV1, "Run:\n\n<script>\nx\n</script>\n\n```\na --b\n```\n"},
           Case{Base::kMarkdownV1, "Run:\n\n* * *\n\n```\na --b\n```\n"},
           Case{Base::kMarkdownV1, "Run:\n\n[x]: https://x.org\n\n```\na --b\n```\n"},
           Case{Base::kMarkdownV1, "Run:\n\n{{< code file=\"x\" >}}\n\n```\na --b\n```\n"},
           Case{Base::kMarkdownV1, "Run:\n\n<img src=\"x.png\">\n\n```\na --b\n```\n"},
           Case{Base::kRestV1, "Run:\n\n.. a comment\n\n.. code-block:: sh\n\n   a --b\n"},
           Case{Base::kRestV1, "Run:\n\n.. image:: x.png\n\n.. code-block:: sh\n\n   a --b\n"},
           Case{Base::kRestV1, "Run:\n\n.. figure:: x.png\n\n.. code-block:: sh\n\n   a --b\n"},
           Case{Base::kRestV1, "Run:\n\n.. _target: x\n\n.. code-block:: sh\n\n   a --b\n"},
           Case{Base::kAsciiDocV1, "Run:\n\n////\nx\n////\n\n----\na --b\n----\n"},
           Case{Base::kAsciiDocV1, "Run:\n\n// x\n\n----\na --b\n----\n"},
           Case{Base::kAsciiDocV1, "Run:\n\nimage::x.png[]\n\n----\na --b\n----\n"},
           Case{Base::kAsciiDocV1, "Run:\n\nifdef::x[]\n----\na --b\n----\n"},
           Case{Base::kIdentity, "Run:\n\n-----\n\n```\na --b\n```\n"},
       }) {
    EXPECT_EQ(LeadOf(sample, "a --b"), kNoBlock) << sample.text;
  }
}

TEST(Adjacency, FencesDirectivesAndEmptyLinesMayStandBetween) {
  for (const Case& sample : {
           Case{Base::kMarkdownV1, "Run:\n```sh\na --b\n```\n"},
           Case{Base::kMarkdownV1, "Run:\n\n\n\n    a --b\n"},
           Case{Base::kMarkdownV1, "Run:\n\n<div class=\"x\">\n\n```\na --b\n```\n"},
           Case{Base::kRestV1,
                "Run:\n\n.. highlight:: sh\n\n.. code-block:: sh\n   :x: y\n\n   a --b\n"},
           Case{Base::kRestV1, "Run:\n\n::\n\n  a --b\n"},
           Case{Base::kAsciiDocV1, "Run:\n\n[source,sh]\n----\na --b\n----\n"},
           Case{Base::kIdentity, "Run:\n\n~~~ sh\na --b\n~~~\n"},
       }) {
    EXPECT_EQ(LeadOf(sample, "a --b"), 0u) << sample.text;
  }
}

TEST(Adjacency, AHeadingIsNoLeadAndEndsOne) {
  EXPECT_EQ(LeadOf({Base::kMarkdownV1, "Run:\n\n## Then\n\n```\na --b\n```\n"}, "a --b"), kNoBlock);
  EXPECT_EQ(LeadOf({Base::kMarkdownV1, "Take:\n\n## Then\n\n- a\n"}, "• a"), kNoBlock);
}

TEST(Adjacency, AListHasTheLeadThatStandsBeforeIt) {
  EXPECT_EQ(Outline(Base::kMarkdownV1, {"Take:\n\n- a\n\nLeave:\n\n- b\n"}),
            "0 paragraph: Take:\n1 item: a <- 0\n2 paragraph: Leave:\n3 item: b <- 2\n");
  // What is hidden between two items may have parted two lists.
  EXPECT_EQ(Outline(Base::kMarkdownV1, {"Take:\n\n- a\n\n<!-- -->\n\n- b\n"}),
            "0 paragraph: Take:\n1 item: a <- 0\n2 item: b\n");
}

TEST(Adjacency, ATableHasTheLeadThatStandsBeforeIt) {
  EXPECT_EQ(
      Outline(Base::kMarkdownV1, {"One:\n\n|A|B|\n|-|-|\n|c|d|\n\nTwo:\n\n|E|F|\n|-|-|\n|g|h|\n"}),
      "0 paragraph: One:\n1 row header [A] [B] <- 0\n2 row [c] [d] <- 1\n3 paragraph: Two:\n"
      "4 row header [E] [F] <- 3\n5 row [g] [h] <- 4\n");
  EXPECT_EQ(Outline(Base::kMarkdownV1, {"|A|B|\n|-|-|\n|c|d|\n\n|E|F|\n|-|-|\n|g|h|\n"}),
            "0 row header [A] [B]\n1 row [c] [d] <- 0\n2 row header [E] [F]\n3 row [g] [h] <- 2\n");
}

TEST(Adjacency, HoldsForEverySplitIntoTwoChunks) {
  const std::string text = "To stop:\n\nTo start:\n\n```sh\nrun --now\n```\n\nTake:\n\n- a\n- b\n";
  for (std::size_t cut = 1; cut < text.size(); ++cut) {
    const Reading reading = Read(Base::kMarkdownV1, {text.substr(0, cut), text.substr(cut)});
    for (const Block& block : reading.blocks) {
      if (block.lead == kNoBlock) continue;
      const Block& lead = reading.blocks[block.lead];
      if (block.kind == Kind::kCode) {
        EXPECT_TRUE(std::string_view("To start:").ends_with(reading.TextOf(lead))) << cut;
      } else if (block.kind == Kind::kItem) {
        EXPECT_TRUE(std::string_view("Take:").ends_with(reading.TextOf(lead))) << cut;
      }
    }
  }
}

}  // namespace
}  // namespace arborist::blocks
