// SPDX-License-Identifier: AGPL-3.0-only
#include "markup/markdown.h"

#include <gtest/gtest.h>

namespace arborist::markup {
namespace {

TEST(MarkdownBase, ShowsTextsAndNotTargets) {
  EXPECT_EQ(MarkdownToBase("See [the *guide*](https://x.org/a_(b) \"t\") and [that][ref]."),
            "See the guide and that.");
  EXPECT_EQ(MarkdownToBase("![A lock](lock.png) stands."), "A lock stands.");
  EXPECT_EQ(MarkdownToBase("[![badge](b.svg)](https://ci)"), "badge");
  EXPECT_EQ(MarkdownToBase("<https://x.org/> or <me@x.org>"), "https://x.org/ or me@x.org");
  EXPECT_EQ(MarkdownToBase("[[Page|the label]] and [[Page]]"), "the label and Page");
  EXPECT_EQ(MarkdownToBase("It is so.[^1]\n\n[^1]: Because.\n\n[ref]: https://x.org"),
            "It is so.\n\nBecause.");
  EXPECT_EQ(MarkdownToBase("an array[3] of [x] is [no link]"), "an array[3] of [x] is [no link]");
}

TEST(MarkdownBase, ShowsEmphasisWithoutItsMarks) {
  EXPECT_EQ(MarkdownToBase("**Bold**, *it*, __b__, _i_, ***both*** and ~~gone~~"),
            "Bold, it, b, i, both and gone");
  EXPECT_EQ(MarkdownToBase("snake_case_name and 2 * 3 * 4 and a*b and __init__.py"),
            "snake_case_name and 2 * 3 * 4 and a*b and init.py");
  EXPECT_EQ(MarkdownToBase("**open and *never closed"), "**open and *never closed");
  EXPECT_EQ(MarkdownToBase("\\*no\\* and \\[no\\](x)"), "*no* and [no](x)");
}

TEST(MarkdownBase, ShowsCodeAsItIs) {
  EXPECT_EQ(MarkdownToBase("Set `a_*b*_c` and ``x`y``."), "Set a_*b*_c and x`y.");
  EXPECT_EQ(MarkdownToBase("Run:\n\n```sh\n$ make *all*\n\n# done\n```\n\nThen *stop*."),
            "Run:\n\n    $ make *all*\n\n    # done\n\nThen stop.");
  EXPECT_EQ(MarkdownToBase("Text.\n\n    indented *code*\n      more\n\nText."),
            "Text.\n\n    indented *code*\n      more\n\nText.");
  EXPECT_EQ(MarkdownToBase("an `unclosed tick"), "an `unclosed tick");
}

TEST(MarkdownBase, ASliceMayBeginAmidAProgram) {
  EXPECT_EQ(MarkdownToBase("x = *y*\n```\nText of *it*.\n\n```sh\nls\n```\n"),
            "    x = *y*\n\nText of it.\n\n    ls");
}

TEST(MarkdownBase, ShowsHeadingsAndListsAsLines) {
  EXPECT_EQ(MarkdownToBase("# The *title* {#anchor}\nText.\n\nOther\n=====\n\n## Closed ##\n"),
            "The title\n\nText.\n\nOther\n\nClosed");
  EXPECT_EQ(MarkdownToBase("- one\n- [x] two\n  goes on\n* three\n1. first\n2. second"),
            "• one\n• two goes on\n• three\n1. first\n2. second");
  EXPECT_EQ(MarkdownToBase("one\n\n---\n\ntwo\n* * *\nthree"), "one\n\ntwo\n\nthree");
  EXPECT_EQ(MarkdownToBase("It was in\n1066. Then it ended."), "It was in 1066. Then it ended.");
  EXPECT_EQ(MarkdownToBase("> quoted\n> on\n>> deeper\n\n> [!NOTE]\n> Mind."),
            "quoted on deeper\n\nMind.");
}

TEST(MarkdownBase, ShowsTheCellsOfTables) {
  EXPECT_EQ(MarkdownToBase("| Name | Price |\n|------|:-----:|\n| *A* | 95 |\n| B \\| C | 40 |"),
            "Name\tPrice\nA\t95\nB | C\t40");
  EXPECT_EQ(MarkdownToBase("Name | Price\n--- | ---\nA | 95\n\nText a | b."),
            "Name\tPrice\nA\t95\n\nText a | b.");
}

TEST(MarkdownBase, HidesTagsCommentsShortcodesAndFrontMatter) {
  EXPECT_EQ(MarkdownToBase("---\ntitle: X\ntags: [a]\n---\n\nText."), "Text.");
  EXPECT_EQ(MarkdownToBase("---\n\nno field\n\n---\n\nText."), "no field\n\nText.");
  EXPECT_EQ(MarkdownToBase("A<br>b <span class=\"x>y\">c</span> <!-- no --> d &amp; e &lt;"),
            "A b c d & e <");
  EXPECT_EQ(MarkdownToBase("<!--\nhidden\n\nhidden\n--> shown\n\nText."), "shown\n\nText.");
  EXPECT_EQ(MarkdownToBase("<script>\nvar x;\n</script>\nText."), "Text.");
  EXPECT_EQ(MarkdownToBase("A {{< note \"x\" >}}note{{< /note >}} here"), "A note here");
  EXPECT_EQ(MarkdownToBase("a < b and c > d, x <y z"), "a < b and c > d, x <y z");
  EXPECT_EQ(MarkdownToBase(":::warning Careful now\nText.\n:::\n"), "Careful now\n\nText.");
}

TEST(MarkdownBase, JoinsWrappedLines) {
  EXPECT_EQ(MarkdownToBase("The canal\nis long.  \nIt is\tdeep.\r\n\r\nEnd"),
            "The canal is long. It is deep.\n\nEnd");
  EXPECT_EQ(MarkdownToBase(""), "");
  EXPECT_EQ(MarkdownToBase(" \n\n\t\n"), "");
}

}  // namespace
}  // namespace arborist::markup
