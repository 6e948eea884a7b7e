// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include "blocks/sample_test.h"

namespace arborist::blocks {
namespace {

using markup::Base;

TEST(MarkupReading, ItemsWithinItemsAreIntroducedByThem) {
  EXPECT_EQ(
      Outline(Base::kMarkdownV1, {"Take:\n\n- a\n  - b\n  - c\n- d\n"}),
      "0 paragraph: Take:\n1 item: a <- 0\n2 item1: b <- 1\n3 item1: c <- 1\n4 item: d <- 0\n");
}

TEST(MarkupReading, WhatBelongsToAnItemDoesNotEndItsList) {
  EXPECT_EQ(
      Outline(Base::kMarkdownV1, {"Do:\n\n1. a\n\n   More.\n\n   ```\n   ls\n   ```\n\n2. b\n"}),
      "0 paragraph: Do:\n1 item: a <- 0\n2 paragraph: More.\n3 code: ls <- 2\n4 item: b <- 0\n");
  // Programs between steps often stand at the margin.
  EXPECT_EQ(Outline(Base::kMarkdownV1, {"Do:\n\n1. a\n\n```\nls\n```\n\n2. b\n"}),
            "0 paragraph: Do:\n1 item: a <- 0\n2 code: ls <- 1\n3 item: b <- 0\n");
  EXPECT_EQ(Outline(Base::kAsciiDocV1, {"Do:\n\n. a\n+\nMore.\n. b\n"}),
            "0 paragraph: Do:\n1 item: a <- 0\n2 paragraph: More.\n3 item: b <- 0\n");
}

TEST(MarkupReading, ATermIsJoinedWithWhatExplainsIt) {
  EXPECT_EQ(
      Outline(Base::kRestV1, {"Words:\n\nkey\n   Opens it.\n\nlock\n   Is opened.\n\n   More.\n"}),
      "0 paragraph: Words:\n1 entry [key] [Opens it.] <- 0\n2 entry [lock] [Is opened.] <- 0\n"
      "3 paragraph: More.\n");
  EXPECT_EQ(Outline(Base::kRestV1, {".. option:: --all\n\n   Show all.\n"}),
            "0 entry [--all] [Show all.]\n");
  EXPECT_EQ(Outline(Base::kAsciiDocV1, {"-f::\n--force::\n\tDo it.\n"}),
            "0 entry [-f:\n--force] [Do it.]\n");
}

TEST(MarkupReading, TheCellsOfARowAreJoined) {
  EXPECT_EQ(
      Outline(Base::kRestV1,
              {".. list-table::\n   :header-rows: 1\n\n   * - A\n     - B\n   * - c\n     - d\n"}),
      "0 row header [A] [B]\n1 row [c] [d] <- 0\n");
  EXPECT_EQ(Outline(Base::kAsciiDocV1, {"[cols=\"1,1\"]\n|===\n|a\n|b\n\n|c\n|d\n|===\n"}),
            "0 row [a] [b]\n1 row [c] [d]\n");
}

TEST(MarkupReading, FrontMatterAndCommentsAreNoBlocks) {
  EXPECT_EQ(Outline(Base::kMarkdownV1, {"---\ntitle: X\n", "tags: y\n---\n\nText.\n"}),
            "0 paragraph: Text.\n");
}

TEST(MarkupReading, NamesTheLanguageOfAProgram) {
  const Reading reading = Read(Base::kRestV1, {".. code-block:: python\n\n   x = 1\n"});
  ASSERT_EQ(reading.blocks.size(), 1u);
  EXPECT_EQ(reading.blocks[0].language, "python");
}

}  // namespace
}  // namespace arborist::blocks
