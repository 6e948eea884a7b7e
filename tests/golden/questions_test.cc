// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <iostream>
#include <map>

#include "base/files.h"
#include "golden/data_files.h"
#include "json/value.h"
#include "question/preflight.h"

// Real questions of people who wanted one fact each: hardly any may look broad or ill-posed.
namespace arborist::golden {
namespace {

Result<std::vector<std::string>> Questions(const std::filesystem::path& file) {
  TRY_ASSIGN(const std::string text, ReadFile(file, std::uint64_t{1} << 30));
  std::vector<std::string> questions;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    TRY_ASSIGN(const json::Value line, json::Parse(text.substr(begin, end - begin)));
    TRY_ASSIGN(std::string question, line.String("question"));
    questions.push_back(std::move(question));
    begin = end + 1;
  }
  return questions;
}

class RealQuestions : public testing::TestWithParam<std::string_view> {};
INSTANTIATE_TEST_SUITE_P(Files, RealQuestions,
                         testing::Values("squad", "xquad.ar", "xquad.de", "xquad.en", "xquad.ru",
                                         "xquad.th", "xquad.zh"));

TEST_P(RealQuestions, AreHardlyEverBroadOrIllPosed) {
  const std::filesystem::path file =
      SharedFolder() / "data" / "questions" / (std::string(GetParam()) + ".jsonl");
  if (!std::filesystem::exists(file)) {
    GTEST_SKIP() << "no questions (ARBORIST_SHARED names their folder)";
  }
  const auto questions = Questions(file);
  ASSERT_TRUE(questions) << questions.error().message;
  std::map<std::string_view, std::size_t> statuses;
  std::size_t broad = 0;
  std::size_t blocked = 0;
  for (const std::string& question : *questions) {
    question::PreflightInput input;
    input.question = question;
    const question::QuestionState state = question::PreflightQuestion(input);
    for (const std::string_view status : state.logical_statuses) ++statuses[status];
    if (state.quantifier->is_broad()) ++broad;
    if (state.preflight_result == question::PreflightResult::kBlocked) ++blocked;
  }
  const std::size_t thousandth = std::max<std::size_t>(1, questions->size() / 1000);
  EXPECT_LE(broad, thousandth);
  EXPECT_LE(statuses["false_premise_suspected"], thousandth);
  EXPECT_LE(statuses["contradictory_question"], thousandth);
  EXPECT_LE(statuses["under_specified"], thousandth);
  EXPECT_LE(statuses["stale_risk"], 20 * thousandth);
  EXPECT_EQ(blocked, 0u);
}

}  // namespace
}  // namespace arborist::golden
