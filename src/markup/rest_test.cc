// SPDX-License-Identifier: AGPL-3.0-only
#include "markup/rest.h"

#include <gtest/gtest.h>

namespace arborist::markup {
namespace {

TEST(RestBase, ShowsTextsAndNotTargets) {
  EXPECT_EQ(RestToBase("See `the guide <https://x.org>`_, `that`_ and Python_."),
            "See the guide, that and Python.");
  EXPECT_EQ(RestToBase("Call :func:`~os.path.join`, :meth:`run <a.b>` or :c:func:`f`."),
            "Call join, run or f.");
  EXPECT_EQ(RestToBase("It is so. [1]_ [Knuth84]_\n\n.. [1] Because.\n.. _target: https://x"),
            "It is so.\n\n• Because.");
  EXPECT_EQ(RestToBase("*it*, **bold**, ``a_*b*``, |sub| and snake_case_name; 2 * 3 * 4"),
            "it, bold, a_*b*, sub and snake_case_name; 2 * 3 * 4");
  EXPECT_EQ(RestToBase("\\*no\\* and thing\\ s"), "*no* and things");
  EXPECT_EQ(RestToBase("at 10:30: now, a::b, x[3]"), "at 10:30: now, a::b, x[3]");
}

TEST(RestBase, ShowsHeadingsAndListsAsLines) {
  EXPECT_EQ(RestToBase("=====\nTitle\n=====\n\nPart\n----\nText\ngoes on."),
            "Title\n\nPart\n\nText goes on.");
  EXPECT_EQ(RestToBase("- one\n  goes on\n- two\n\n1. first\n#. next"),
            "• one goes on\n• two\n1. first\n• next");
  EXPECT_EQ(RestToBase("term\n  What it *means*.\n"), "term\n\nWhat it means.");
  EXPECT_EQ(RestToBase("PEP: 8\nTitle: Style Guide\n\nText: more."),
            "PEP: 8\nTitle: Style Guide\n\nText: more.");
  EXPECT_EQ(RestToBase("Text.\n\n:Author: Ann\n:Date: today"), "Text.\n\nAuthor: Ann\nDate: today");
}

TEST(RestBase, ShowsProgramsAsTheyAre) {
  EXPECT_EQ(RestToBase("Run this::\n\n  make *all*\n\n  ls\n\nThen *stop*."),
            "Run this:\n\n    make *all*\n\n    ls\n\nThen stop.");
  EXPECT_EQ(RestToBase(".. code-block:: sh\n   :linenos:\n\n   make *all*\n\nText."),
            "    make *all*\n\nText.");
  EXPECT_EQ(RestToBase(">>> f(*x*)\n3\n\nText."), "    >>> f(*x*)\n    3\n\nText.");
}

TEST(RestBase, ShowsWhatDirectivesSay) {
  EXPECT_EQ(RestToBase(".. note:: Mind the *gap*.\n\n   It is wide."),
            "Mind the gap.\n\nIt is wide.");
  EXPECT_EQ(RestToBase(".. versionadded:: 3.8\n   The flag."), "New in version 3.8 The flag.");
  EXPECT_EQ(RestToBase(".. function:: open(path)\n   :module: io\n\n   Opens it."),
            "open(path)\n\nOpens it.");
  EXPECT_EQ(RestToBase(".. toctree::\n   :maxdepth: 2\n\n   intro\n   more\n\nText."), "Text.");
  EXPECT_EQ(RestToBase(".. image:: x.png\n   :alt: y\n\nText."), "Text.");
  EXPECT_EQ(RestToBase(".. A comment\n   goes on.\n\nText."), "Text.");
  EXPECT_EQ(RestToBase("..\n   hidden\n\nText."), "Text.");
}

TEST(RestBase, ShowsTheCellsOfTables) {
  EXPECT_EQ(RestToBase("=====  =====\nName   Price\n=====  =====\nA      95\n=====  ====="),
            "Name\tPrice\nA\t95");
  EXPECT_EQ(RestToBase("+-----+----+\n| A   | 95 |\n+=====+====+\n| *B* | 40 |\n+-----+----+"),
            "A\t95\nB\t40");
  EXPECT_EQ(RestToBase("| a line\n| another"), "a line\nanother");
}

TEST(RestBase, IsEmptyOfNothing) {
  EXPECT_EQ(RestToBase(""), "");
  EXPECT_EQ(RestToBase(" \n..\n"), "");
}

}  // namespace
}  // namespace arborist::markup
