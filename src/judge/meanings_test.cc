// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/meanings.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "base/files.h"
#include "judge/check_answer.h"
#include "judge/reference/rung.h"
#include "judge/selection.h"

namespace arborist::judge {
namespace {

constexpr std::string_view kUnknown = "a word that this program does not know";

TEST(Meanings, EveryRungOfTheLadderIsTold) {
  for (const AuditMode mode : {AuditMode::kStrict, AuditMode::kHybrid, AuditMode::kUngrounded}) {
    EXPECT_NE(LabelMeaning(Name(mode)), kUnknown);
    for (const bool warranted : {false, true}) {
      for (const std::string_view kind : {"WARRANT_MISSING", "TITLE_MISMATCH", "NONE"}) {
        const std::string rung = DisplayRung(mode, "claim_lattice", std::vector{kind}, warranted);
        EXPECT_NE(LabelMeaning(rung), kUnknown) << rung;
      }
    }
  }
  for (const AuditMode mode : {AuditMode::kStrict, AuditMode::kHybrid, AuditMode::kUngrounded}) {
    EXPECT_NE(LabelMeaning(SelectionRung(mode)), kUnknown);
  }
  EXPECT_EQ(LabelMeaning("PROVEN"), kUnknown);
}

// What a bad answer provokes is told in words, violations and diagnoses alike.
TEST(Meanings, WhatTheVerifierHoldsAgainstAnAnswerIsTold) {
  std::string answer;
  for (const std::string_view line :
       {"The boiler was installed in 1931. [E1]", "The boiler was installed in 1974. [E1]",
        "Whales sing at night. [E2]", "\"The boiler\" was installed in 1931. [E9]",
        "The roof is made of slate.", "The boiler was installed. [E1, E2, E1, E2, E1, E2]"}) {
    answer.append(line).append("\n");
  }
  std::size_t violations = 0;
  std::size_t diagnoses = 0;
  for (const AnswerMode mode :
       {AnswerMode::kQuote, AnswerMode::kClaimLatticePointer, AnswerMode::kClaimLattice}) {
    CheckRequest request;
    request.question = "When was the boiler installed?";
    request.answer = answer;
    request.mode = mode;
    for (const char* text : {"The boiler was installed in 1931.", "Cats sleep most of the day."}) {
      request.passages.emplace_back().span = text;
    }
    const CheckReport report = Check(request);
    for (const std::string& kind : report.violations) {
      EXPECT_NE(ViolationMeaning(kind), kUnknown) << kind;
      ++violations;
    }
    for (const CheckedUnit& unit : report.units) {
      if (unit.diagnosis.empty()) continue;
      EXPECT_NE(DiagnosisMeaning(unit.diagnosis, unit.status), kUnknown) << unit.diagnosis;
      ++diagnoses;
    }
  }
  EXPECT_GE(violations, 3U);
  EXPECT_GE(diagnoses, 3U);
  EXPECT_EQ(ViolationMeaning("NO_SUCH_KIND"), kUnknown);
}

TEST(Meanings, WhatWasNotCheckedIsToldByItsStatus) {
  EXPECT_EQ(DiagnosisMeaning("not_checked", "NO_EVIDENCE_POINTER"), "it cites no passage");
  EXPECT_EQ(DiagnosisMeaning("not_checked", "SCHEMA_INVALID"), "it cannot be read as a claim");
  EXPECT_TRUE(DiagnosisMeaning("not_checked", "").contains("too little"));
}

// The page of the format names them all.
TEST(Meanings, EveryViolationOfTheFormatIsTold) {
  const char* const source = std::getenv("ARBORIST_SOURCE");
  if (source == nullptr) GTEST_SKIP() << "ARBORIST_SOURCE does not say where the page is";
  const auto page = ReadFile(std::string(source) + "/docs/format/verifier.md", 1 << 20);
  ASSERT_TRUE(page) << page.error().message;
  std::istringstream lines(page->substr(page->find("### Violations")));
  std::size_t told = 0;
  for (std::string line; std::getline(lines, line) && !line.starts_with("### JSON");) {
    if (!line.starts_with("| ") || line.starts_with("| kind")) continue;
    std::istringstream kinds(line.substr(2, line.find(" |") - 2));
    for (std::string kind; std::getline(kinds >> std::ws, kind, ',');) {
      EXPECT_NE(ViolationMeaning(kind), kUnknown) << kind;
      ++told;
    }
  }
  EXPECT_GE(told, 15U);
}

}  // namespace
}  // namespace arborist::judge
