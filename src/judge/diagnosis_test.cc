// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/diagnosis.h"

#include <gtest/gtest.h>

#include <string>

#include "judge/lexical_v2/lexical_v2.h"
#include "text/scan.h"

namespace arborist::judge {
namespace {

constexpr std::string_view kContext =
    "Zürich lies at the lake. The committee approved the budget of 40 million for new schools. The "
    "mayor opened a bridge over the northern river in autumn.";

std::string_view WordFor(std::string_view unit) {
  return Diagnostician(kContext, unit.size()).Diagnose(unit).word;
}

TEST(Diagnosis, SaysWhatIsWrong) {
  EXPECT_EQ(WordFor("Penguins invented the electric guitar for fun."), "fabricated");
  EXPECT_EQ(WordFor("The committee approved the budget of 50 million for new schools."),
            "wrong_number");
  EXPECT_EQ(WordFor("The committee never approved the budget of 40 million for new schools."),
            "negated");
  EXPECT_EQ(WordFor("Autumn in river northern the over bridge a opened mayor the."), "reordered");
  EXPECT_EQ(WordFor("The committee approved the budget of a bridge over the northern river."),
            "stitched");
  EXPECT_EQ(WordFor("Geneva"), "not_checked");
}

TEST(Diagnosis, PointsToTheNearestSentenceInCodePoints) {
  const auto nearest = Diagnostician(kContext, 100).Nearest("The mayor closed a bridge in autumn.");
  ASSERT_TRUE(nearest.has_value());
  EXPECT_EQ(nearest->excerpt, "The mayor opened a bridge over the northern river in autumn");
  const std::string_view before = text::Prefix(kContext, nearest->begin);
  EXPECT_TRUE(kContext.substr(before.size()).starts_with(nearest->excerpt));
  EXPECT_EQ(nearest->end - nearest->begin, text::CountCodePoints(nearest->excerpt));
  EXPECT_EQ(nearest->shared_words, 3u);
}

TEST(Diagnosis, TheNearestSentenceKeepsItsBrackets) {
  constexpr std::string_view kMinutes =
      "It was cold. The boiler was installed by Lars Holm (minutes of 1961). It heats the hall.";
  const auto nearest = Diagnostician(kMinutes, 100).Nearest("Lars Holm installed the boiler.");
  ASSERT_TRUE(nearest.has_value());
  EXPECT_EQ(nearest->excerpt, "The boiler was installed by Lars Holm (minutes of 1961)");
  EXPECT_EQ(nearest->end - nearest->begin, text::CountCodePoints(nearest->excerpt));
}

TEST(Diagnosis, HasNoNearestWhenNoWordIsShared) {
  EXPECT_FALSE(Diagnostician(kContext, 100).Nearest("xylophone quartets").has_value());
  EXPECT_FALSE(Diagnostician("", 100).Nearest("xylophone quartets").has_value());
}

TEST(Diagnosis, KeepsToABudgetForAllUnits) {
  const auto text = [](std::size_t sentences, std::string_view word) {
    std::string out;
    for (std::size_t i = 0; i < sentences; ++i) {
      out.append("The bank paid the clerk a loan and the ").append(word).append(". ");
    }
    return out;
  };
  const std::string unit = text(1, "customer"), context = text(2000, "branch");
  Diagnostician diagnostician(context, kMaxDiagnosed * unit.size());
  EXPECT_TRUE(diagnostician.Nearest(unit).has_value());
  while (diagnostician.Nearest(unit)) {
    ASSERT_LE(diagnostician.work(),
              Budget::kFree + Budget::kPerByte * (context.size() + kMaxDiagnosed * unit.size()));
  }
  EXPECT_EQ(diagnostician.Diagnose(unit).word, "not_checked");
}

TEST(Diagnosis, ShowsAllSentencesThatAUnitSays) {
  const auto nearest = [](std::string_view unit) {
    return Diagnostician(kContext, unit.size()).Nearest(unit)->excerpt;
  };
  const std::string one = "The committee approved the budget of 40 million for new schools";
  const std::string next = "The mayor opened a bridge over the northern river in autumn";
  EXPECT_EQ(nearest(one + "."), one);
  EXPECT_EQ(nearest(one + ". " + next + "."), one + ". " + next);
  EXPECT_EQ(nearest(next + ". " + one + "."), one + ". " + next);
}

TEST(Diagnosis, SpeaksOfFailedUnitsOfEitherVerifier) {
  constexpr std::string_view kAnswer =
      "The mayor opened a bridge over the northern river in autumn. Penguins invented the electric "
      "guitar for fun.";
  for (const Verifier verifier : {Verifier::kReferenceV98, Verifier::kLexicalV2}) {
    const auto diagnoses = DiagnoseFailed(JudgeAnswer(kAnswer, kContext, verifier, {}), kContext);
    ASSERT_EQ(diagnoses.size(), 1u) << Name(verifier);
    EXPECT_EQ(diagnoses[0].word, "fabricated");
  }
}

}  // namespace
}  // namespace arborist::judge
