// SPDX-License-Identifier: AGPL-3.0-only
#include "run/repair.h"

#include <gtest/gtest.h>

namespace arborist::run {
namespace {

using Steps = std::vector<std::string>;

TEST(RepairQuotes, LeavesAGoodAnswerAlone) {
  const std::string_view answer = "It says \"the canal opened in 1825\" and “it joined the lake”.";
  EXPECT_EQ(RepairQuotes(answer).text, answer);
  EXPECT_TRUE(RepairQuotes(answer).steps.empty());
  EXPECT_EQ(RepairQuotes("").text, "");
}

TEST(RepairQuotes, TakesTheCitationOutOfTheQuotation) {
  const Repaired repaired =
      RepairQuotes("\"The canal opened in 1825. (Source: Erie Canal)\" and more");
  EXPECT_EQ(repaired.text, "\"The canal opened in 1825.\" and more");
  EXPECT_EQ(repaired.steps, Steps{"citation_tail"});
  EXPECT_TRUE(RepairQuotes("\"Pikachu (a species of its own)\"").steps.empty())
      << "a parenthesis that says something stays";
}

TEST(RepairQuotes, DoubledMarksAreOnePair) {
  EXPECT_EQ(RepairQuotes("\"\"The canal opened.\"\"").text, "\"The canal opened.\"");
  EXPECT_EQ(RepairQuotes("\"“The canal opened.”\"").text, "\"The canal opened.”");
  EXPECT_EQ(RepairQuotes("\"\"x\"\"").steps, Steps{"nested_marks"});
}

TEST(RepairQuotes, ALastMarkWithoutPartnerGoes) {
  const Repaired repaired = RepairQuotes("\"The canal opened.\" It was long.\"");
  EXPECT_EQ(repaired.text, "\"The canal opened.\" It was long.");
  EXPECT_EQ(repaired.steps, Steps{"unpaired_mark"});
}

TEST(RepairQuotes, DoingItTwiceChangesNothingMore) {
  for (const char* answer : {"\"\"a\" b\"\" c\"", "\"x (Source: y)\"", "“\"”\"", "\"\"\""}) {
    const std::string once = RepairQuotes(answer).text;
    EXPECT_EQ(RepairQuotes(once).text, once) << answer;
  }
}

}  // namespace
}  // namespace arborist::run
