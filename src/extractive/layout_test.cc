// SPDX-License-Identifier: AGPL-3.0-only
// What the layout of a page tells: questions with their answers below, and tables.
#include <gtest/gtest.h>

#include "extractive/sample_test.h"

namespace arborist::extractive {
namespace {

std::string AskLibrary(std::string_view question) {
  return First(Ask(question, {Chunk("Riverside Library FAQ",
                                    "# Riverside Library FAQ\n\n"
                                    "## How do I get a library card?\n"
                                    "Bring a photo ID and proof of address to the front desk. The "
                                    "card is free for residents; everyone else pays $25 a year.\n\n"
                                    "## How long can I keep books?\n"
                                    "Books go out for three weeks and DVDs for one week.\n\n"
                                    "## What happens if I lose a book?\n"
                                    "You pay the replacement cost plus a $5 handling fee.\n\n"
                                    "## When are you open?\n"
                                    "Monday to Thursday 9 am to 8 pm. We are closed on Sundays.\n\n"
                                    "## Can I print there?\n"
                                    "Yes. Black and white costs 10 cents a page.\n")}));
}

TEST(Layout, WhatStandsUnderTheSameQuestionAnswersIt) {
  EXPECT_EQ(AskLibrary("How do I get a library card?"),
            "Bring a photo ID and proof of address to the front desk.");
  EXPECT_EQ(AskLibrary("What if I lose a book?"),
            "You pay the replacement cost plus a $5 handling fee.");
  EXPECT_EQ(AskLibrary("When are you open?"), "Monday to Thursday 9 am to 8 pm.");
  EXPECT_EQ(AskLibrary("Can I print there?"), "Yes. Black and white costs 10 cents a page.");
}

TEST(Layout, AQuestionAmidALetterIsAnsweredByNothingBelow) {
  const auto mail =
      Chunk("Mail",
            "Dear Ada, when did the Erie Canal open? My teacher wants an answer before "
            "Friday. When did the Erie Canal open? I lost the book in 1999.");
  const auto canal = Chunk("Erie Canal", "The Erie Canal opened on October 26, 1825.");
  EXPECT_EQ(First(Ask("When did the Erie Canal open?", {mail, canal})),
            "The Erie Canal opened on October 26, 1825.");
}

std::string AskTable(std::string_view question) {
  return First(
      Ask(question, {Chunk("Invoices 2025",
                           "| No. | Date | Customer | Item | Amount | Status |\n"
                           "|---|---|---|---|---|---|\n"
                           "| 1041 | 2025-01-09 | Brandt Bakery | Oven repair | 420 EUR | paid |\n"
                           "| 1043 | 2025-02-03 | Hotel Seeblick | 4 refrigerators | 3,960 EUR | "
                           "overdue |\n"
                           "| 1044 | 2025-02-17 | Brandt Bakery | Dough mixer | 2,150 EUR | open "
                           "|\n\n"
                           "Every customer gets a reminder after thirty days.\n")}));
}

TEST(Layout, ARowOfATableAnswersWhatIsAskedOfIt) {
  EXPECT_EQ(AskTable("Which invoice is overdue?"),
            "1043 | 2025-02-03 | Hotel Seeblick | 4 refrigerators | 3,960 EUR | overdue");
  EXPECT_EQ(AskTable("How much was the oven repair?"),
            "1041 | 2025-01-09 | Brandt Bakery | Oven repair | 420 EUR | paid");
  EXPECT_EQ(AskTable("What is the amount of invoice 1044?"),
            "1044 | 2025-02-17 | Brandt Bakery | Dough mixer | 2,150 EUR | open");
  EXPECT_EQ(AskTable("When does a customer get a reminder?"),
            "Every customer gets a reminder after thirty days.");
}

TEST(Layout, ARowWithoutADayDoesNotSayWhen) {
  const auto tasks = Chunk("Tasks",
                           "| Task | State | Who |\n|---|---|---|\n"
                           "| paint the Erie Canal poster | open | Bob Miller |\n"
                           "| wash the windows | done | Ada Byron |\n");
  const auto canal = Chunk("Canals", "The Erie Canal opened on October 26, 1825.");
  EXPECT_EQ(First(Ask("When did the Erie Canal open?", {tasks, canal})),
            "The Erie Canal opened on October 26, 1825.");
}

TEST(Layout, ATableTellsWhichRowIsMeant) {
  const std::string table =
      "| Item | Price |\n|---|---|\n| copper kettle | 4 EUR |\n| copper teapot | 5 EUR |\n"
      "| copper bucket | 9 EUR |\n";
  EXPECT_EQ(First(Ask("What is the price of the copper bucket?", {Chunk("Shop", table)})),
            "copper bucket | 9 EUR");
}

}  // namespace
}  // namespace arborist::extractive
