// SPDX-License-Identifier: AGPL-3.0-only
#include "markup/blocks.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace arborist::markup {
namespace {

std::string_view Word(BlockKind kind) {
  switch (kind) {
    case BlockKind::kHeading:
      return "heading";
    case BlockKind::kParagraph:
      return "paragraph";
    case BlockKind::kItem:
      return "item";
    case BlockKind::kEntry:
      return "entry";
    case BlockKind::kRow:
      return "row";
    case BlockKind::kCode:
      break;
  }
  return "code";
}

std::string TextOf(const Shown& shown, Range range) {
  return shown.text.substr(range.begin, range.end - range.begin);
}

// A line for each block: what it is and what it says.
std::string Outline(Base base, std::string_view text) {
  const Shown shown = ShowBlocks(base, text, Start::kDocument);
  std::string out;
  for (const Block& block : shown.blocks) {
    out += Word(block.kind);
    if (block.level > 0) out += " " + std::to_string(block.level);
    if (block.numbered) out += " numbered";
    if (block.header) out += " header";
    if (block.partial) out += " partial";
    if (block.explained) out += " explained";
    if (!block.language.empty()) out += " " + block.language;
    if (block.kind == BlockKind::kEntry) {
      out += " [" + TextOf(shown, block.term) + "] [" + TextOf(shown, block.body) + "]";
    } else if (block.kind == BlockKind::kRow) {
      for (const Range& cell : block.cells) out += " [" + TextOf(shown, cell) + "]";
    } else {
      out += ": " + TextOf(shown, block.shown);
    }
    out += "\n";
  }
  return out;
}

std::vector<bool> Touches(Base base, std::string_view text) {
  std::vector<bool> touches;
  for (const Block& block : ShowBlocks(base, text, Start::kDocument).blocks) {
    touches.push_back(block.touches);
  }
  return touches;
}

TEST(ShowBlocks, ShowsWhatTheBaseShows) {
  for (const Base base :
       {Base::kIdentity, Base::kWikitextV1, Base::kMarkdownV1, Base::kRestV1, Base::kAsciiDocV1}) {
    for (const std::string_view text :
         {"# A\n\n- *b*\n  c\n\n```sh\nls\n```\n", "a\n=\n\n::\n\n  b\n",
          "x = *y*\n```\na\n\n```sh\nb\n```", "| a | b |\n|---|---|\n| c | d |\n",
          "a::\n  b\n\n|===\n|a |b\n|===\n", ""}) {
      EXPECT_EQ(ShowBlocks(base, text).text, ToBase(base, text)) << Name(base) << ": " << text;
    }
  }
}

TEST(MarkdownBlocks, KnowsHeadingsParagraphsAndItems) {
  EXPECT_EQ(Outline(Base::kMarkdownV1,
                    "# One\n\nText of\nit.\n\nTwo\n---\n- a\n- b\n  c\n1. d\n\n### Three ###\n"),
            "heading 1: One\nparagraph: Text of it.\nheading 2: Two\nitem: • a\nitem: • b c\n"
            "item numbered: 1. d\nheading 3: Three\n");
}

TEST(MarkdownBlocks, KnowsProgramsAndTheirLanguage) {
  EXPECT_EQ(
      Outline(Base::kMarkdownV1, "```sh title=x\n# no heading\n\nls\n```\n\n```\nother\n```\n"),
      "code sh: # no heading\n\n    ls\ncode: other\n");
  EXPECT_EQ(Outline(Base::kMarkdownV1, "Text.\n\n    a\n\n    b\n"),
            "paragraph: Text.\ncode: a\n    b\n");
}

TEST(MarkdownBlocks, KnowsRowsAndTheNamesOfTheirColumns) {
  EXPECT_EQ(Outline(Base::kMarkdownV1, "| A | B |\n|---|---|\n| c | *d* |\n"),
            "row header [A] [B]\nrow [c] [d]\n");
}

TEST(MarkdownBlocks, KnowsTermsByTheirEmphasis) {
  EXPECT_EQ(Outline(Base::kMarkdownV1,
                    "- `-f`, `--force`: Do it.\n- **Crate:** A tree.\n- *a* and b: c\n"
                    "1. **Step** - Go.\n\nTerm\n: Meaning.\n"),
            "entry [-f, --force] [Do it.]\nentry [Crate] [A tree.]\nitem: • a and b: c\n"
            "entry numbered [Step] [Go.]\nentry [Term] [Meaning.]\n");
}

TEST(MarkdownBlocks, SayWhatIsHiddenBetweenThem) {
  EXPECT_EQ(Touches(Base::kMarkdownV1, "Run:\n\n```\na\n```\n"), (std::vector<bool>{false, true}));
  EXPECT_EQ(Touches(Base::kMarkdownV1, "Run:\n\n<!-- b -->\n\n```\na\n```\n"),
            (std::vector<bool>{false, false}));
  EXPECT_EQ(Touches(Base::kMarkdownV1, "Run:\n\n---\n\n```\na\n```\n"),
            (std::vector<bool>{false, false}));
  EXPECT_EQ(Touches(Base::kMarkdownV1, "Run:\n\n<Listing number=\"1\">\n\n```\na\n```\n"),
            (std::vector<bool>{false, true}));
  EXPECT_EQ(Touches(Base::kMarkdownV1, "Run:\n\n{{< include \"x\" >}}\n\n```\na\n```\n"),
            (std::vector<bool>{false, false}));
}

TEST(MarkdownBlocks, TextUnderAnAdmonitionIsNoProgram) {
  EXPECT_EQ(Outline(Base::kMarkdownV1, "!!! note\n\n    Mind the gap.\n"),
            "paragraph: !!! note\nparagraph: Mind the gap.\n");
}

TEST(RestBlocks, LevelsOfHeadingsFollowTheirMarks) {
  EXPECT_EQ(
      Outline(Base::kRestV1,
              "=====\nTitle\n=====\n\nOne\n===\n\nText.\n\nTwo\n---\n\nThree\n===\n"),
      "heading 1: Title\nheading 2: One\nparagraph: Text.\nheading 3: Two\nheading 2: Three\n");
}

TEST(RestBlocks, KnowsPrograms) {
  EXPECT_EQ(
      Outline(Base::kRestV1,
              "Run::\n\n  ls\n\n.. code-block:: sh\n   :linenos:\n\n   cd\n\nSee\n\n::\n\n  x\n"),
      "paragraph: Run:\ncode: ls\ncode sh: cd\nparagraph: See\ncode: x\n");
}

TEST(RestBlocks, KnowsTermsAndFields) {
  EXPECT_EQ(Outline(Base::kRestV1, ":Author: Ann\n\nterm\n   Its meaning.\n\n- ``a``: b\n"),
            "entry [Author] [Ann]\nparagraph explained: term\nparagraph: Its meaning.\n"
            "entry [a] [b]\n");
  EXPECT_EQ(Outline(Base::kRestV1, ".. py:function:: f(x)\n\n   Does it.\n"),
            "paragraph explained: f(x)\nparagraph: Does it.\n");
}

TEST(RestBlocks, KnowsRowsOfEveryKindOfTable) {
  EXPECT_EQ(Outline(Base::kRestV1,
                    "+---+---+\n| A | B |\n+===+===+\n| c | d |\n+---+---+\n| e | f |\n|   | g "
                    "|\n+---+---+\n"),
            "row header [A] [B]\nrow [c] [d]\nrow partial [e] [f]\nrow partial [g]\n");
  EXPECT_EQ(Outline(Base::kRestV1, "===  ===\nA    B\n===  ===\nc    d\ne    f\n===  ===\n"),
            "row header [A] [B]\nrow [c] [d]\nrow [e] [f]\n");
}

TEST(RestBlocks, SayWhatIsHiddenBetweenThem) {
  EXPECT_EQ(Touches(Base::kRestV1, "Run:\n\n.. code-block:: sh\n\n   a\n"),
            (std::vector<bool>{false, true}));
  EXPECT_EQ(Touches(Base::kRestV1, "Run:\n\n.. index:: x\n\n.. code-block:: sh\n\n   a\n"),
            (std::vector<bool>{false, true}));
  EXPECT_EQ(Touches(Base::kRestV1, "Run:\n\n.. a comment\n\n.. code-block:: sh\n\n   a\n"),
            (std::vector<bool>{false, false}));
  EXPECT_EQ(Touches(Base::kRestV1, "Run:\n\n.. literalinclude:: x\n\n.. code-block:: sh\n\n   a\n"),
            (std::vector<bool>{false, false}));
}

TEST(AsciiDocBlocks, KnowsHeadingsTermsAndPrograms) {
  EXPECT_EQ(
      Outline(
          Base::kAsciiDocV1,
          "= Title\n\nOne\n---\n-f::\n--force::\n\tDo it.\n\n[source,sh]\n----\nls\n----\n. a\n"),
      "heading 1: Title\nheading 2: One\nentry [-f] []\nentry [--force] [Do it.]\ncode sh: ls\n"
      "item numbered: • a\n");
}

TEST(AsciiDocBlocks, KnowsRows) {
  EXPECT_EQ(Outline(Base::kAsciiDocV1, "|===\n|A |B\n\n|c |d\n|===\n"),
            "row header [A] [B]\nrow [c] [d]\n");
  const Shown shown = ShowBlocks(Base::kAsciiDocV1, "[cols=\"1,1\"]\n|===\n|a\n|b\n|===\n");
  ASSERT_EQ(shown.blocks.size(), 2u);
  EXPECT_EQ(shown.blocks[0].cell, CellPlace::kFirst);
  EXPECT_EQ(shown.blocks[1].cell, CellPlace::kNext);
}

TEST(AsciiDocBlocks, SayWhatIsHiddenBetweenThem) {
  EXPECT_EQ(Touches(Base::kAsciiDocV1, "Run:\n\n----\na\n----\n"),
            (std::vector<bool>{false, true}));
  EXPECT_EQ(Touches(Base::kAsciiDocV1, "Run:\n// b\n----\na\n----\n"),
            (std::vector<bool>{false, false}));
  EXPECT_EQ(Touches(Base::kAsciiDocV1, "Run:\n\ninclude::b[]\n\n----\na\n----\n"),
            (std::vector<bool>{false, false}));
}

TEST(ShowBlocks, RecordsOnlySoMany) {
  std::string text;
  for (std::size_t i = 0; i < kMostRecorded + 10; ++i) text += "- a\n";
  EXPECT_EQ(ShowBlocks(Base::kMarkdownV1, text).blocks.size(), kMostRecorded);
}

}  // namespace
}  // namespace arborist::markup
