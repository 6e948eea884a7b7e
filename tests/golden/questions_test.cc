// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <iostream>
#include <map>

#include "golden/data_files.h"
#include "json/value.h"
#include "question/preflight.h"

// Questions of people who wanted one fact each (SQuAD 1.1 and XQuAD): hardly any may look broad or
// ill-posed.
namespace arborist::golden {
namespace {

Result<std::vector<std::string>> Questions(std::string_view set) {
  TRY_ASSIGN(const std::string text,
             ReadDecoded(SourceFolder() / "tests" / "golden" / "questions.jsonl.zst"));
  std::vector<std::string> questions;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    TRY_ASSIGN(const json::Value line, json::Parse(text.substr(begin, end - begin)));
    begin = end + 1;
    TRY_ASSIGN(const std::string of, line.String("set"));
    if (of != set) continue;
    TRY_ASSIGN(std::string question, line.String("question"));
    questions.push_back(std::move(question));
  }
  return questions;
}

class RealQuestions : public testing::TestWithParam<std::string_view> {};
INSTANTIATE_TEST_SUITE_P(Sets, RealQuestions,
                         testing::Values("squad", "xquad.ar", "xquad.de", "xquad.en", "xquad.ru",
                                         "xquad.th", "xquad.zh"));

TEST_P(RealQuestions, AreHardlyEverBroadOrIllPosed) {
  const auto questions = Questions(GetParam());
  ASSERT_TRUE(questions) << questions.error().message;
  ASSERT_GE(questions->size(), 1000u);
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
