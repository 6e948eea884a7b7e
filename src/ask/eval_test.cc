// SPDX-License-Identifier: AGPL-3.0-only
#include "ask/eval.h"

#include <gtest/gtest.h>

#include <fstream>

#include "ask/gold_answers.h"
#include "base/temporary_folder.h"
#include "ingest/ingest.h"

namespace arborist::ask {
namespace {

TEST(EvalQuestions, AreLinesOfWhichUnknownFieldsAreIgnored) {
  const auto questions = ReadEvalQuestions(
      "{\"question\":\"Who?\",\"gold_uri\":\"u:1\",\"answers\":[\"A\",\"B\"],\"id\":7}\n\n"
      "{\"question\":\"What?\",\"gold_uri\":[\"u:2\",\"u:3\"]}",
      0);
  ASSERT_TRUE(questions) << questions.error().message;
  ASSERT_EQ(questions->size(), 2u);
  EXPECT_EQ((*questions)[0].answers, (std::vector<std::string>{"A", "B"}));
  EXPECT_EQ((*questions)[1].gold, (std::vector<std::string>{"u:2", "u:3"}));
  EXPECT_TRUE((*questions)[1].answers.empty());
  EXPECT_FALSE((*questions)[1].unanswerable) << "not said is not none";
}

TEST(EvalQuestions, WithoutAnAnswerNeedNoDocument) {
  const auto questions = ReadEvalQuestions(
      "{\"question\":\"Who?\",\"answers\":[]}\n"
      "{\"question\":\"Why?\",\"answers\":[],\"gold_uri\":[]}\n"
      "{\"question\":\"What?\",\"answers\":[],\"gold_uri\":\"u:2\"}",
      0);
  ASSERT_TRUE(questions) << questions.error().message;
  for (const EvalQuestion& question : *questions) EXPECT_TRUE(question.unanswerable);
  EXPECT_EQ((*questions)[2].gold, std::vector<std::string>{"u:2"});
  EXPECT_FALSE(ReadEvalQuestions(R"({"question":"Q","answers":[],"gold_uri":7})", 0));
}

TEST(EvalQuestions, ABadLineIsNamedWithItsNumber) {
  const std::string good = "{\"question\":\"Who?\",\"gold_uri\":\"u:1\"}\n";
  for (const char* bad :
       {"{", "[]", R"({"gold_uri":"u"})", R"({"question":"Q"})",
        R"({"question":" ","gold_uri":"u"})", R"({"question":"Q","gold_uri":[]})",
        R"({"question":"Q","gold_uri":[1]})", R"({"question":"Q","gold_uri":"u","answers":5})"}) {
    const auto questions = ReadEvalQuestions(good + "\n" + bad + "\n" + good, 0);
    ASSERT_FALSE(questions) << bad;
    EXPECT_TRUE(questions.error().message.contains("line 3")) << questions.error().message;
    EXPECT_TRUE(ReadEvalQuestions(good + "\n" + bad, 1)) << "the limit ends the reading";
  }
  EXPECT_FALSE(ReadEvalQuestions("\n", 0));
  for (const char* bad : {R"({"question":"Q"})", R"({"question":"Q","gold_uri":7})",
                          R"({"question":"Q","gold_uri":["u",1]})"}) {
    EXPECT_TRUE(ReadEvalQuestions(bad, 0).error().message.ends_with(
        "must be a string or a list of strings"))
        << bad;
  }
}

TEST(GoldAnswers, AreFoundWhateverCaseArticlesAndPunctuation) {
  const GoldAnswers answers({"the Erie Canal", "1,825"});
  EXPECT_TRUE(answers.IsIn("It was called Erie canal."));
  EXPECT_TRUE(answers.IsIn("in 1 825"));
  EXPECT_FALSE(answers.IsIn("the Eriecanals"));
  EXPECT_TRUE(GoldAnswers({"运河"}).IsIn("伊利运河于1825年开通"));
  EXPECT_FALSE(GoldAnswers({"..."}).IsIn("..."));
}

EvalOutcome Outcome(std::size_t rank, bool right, std::string label) {
  EvalOutcome outcome;
  outcome.gold_known = true;
  outcome.rank = rank;
  outcome.judged = true;
  outcome.in_first_claim = outcome.anywhere = right;
  outcome.cited = 2;
  outcome.cited_gold = rank == 1 ? 2 : 0;
  outcome.audit_mode = outcome.rung = std::move(label);
  return outcome;
}

TEST(EvalReport, SumsUpRatesAndLabels) {
  EvalReport report;
  report.Add(Outcome(1, true, "STRICT"));
  report.Add(Outcome(4, false, "HYBRID"));
  report.Add(Outcome(0, false, "UNGROUNDED"));
  report.Add(Outcome(9, true, "STRICT"));
  const json::Object sums = report.ToJson();
  EXPECT_EQ(sums.at("questions"), json::Value(4));
  EXPECT_EQ(sums.at("recall_at_1"), json::Value(0.25));
  EXPECT_EQ(sums.at("recall_at_8"), json::Value(0.5));
  EXPECT_DOUBLE_EQ(sums.at("mrr").as_double(), (1 + 0.25 + 1.0 / 9) / 4);
  EXPECT_EQ(sums.at("answer_in_first_claim"), json::Value(0.5));
  EXPECT_EQ(sums.at("citation_precision"), json::Value(0.25));
  EXPECT_EQ(sums.at("labels"),
            json::Value(json::Object{{"STRICT", 2}, {"HYBRID", 1}, {"UNGROUNDED", 1}}));
}

TEST(EvalReport, ARateWithNothingToCountIsNull) {
  EvalReport report;
  EvalOutcome outcome;
  outcome.declined = true;
  report.Add(outcome);
  EXPECT_TRUE(report.ToJson().at("citation_precision").is_null());
  EXPECT_TRUE(report.ToJson().at("answer_anywhere").is_null());
  EXPECT_EQ(report.ToJson().at("declined"), json::Value(1));
  EXPECT_EQ(report.gold_unknown(), 1);
}

TEST(EvalReport, QuestionsWithoutAnAnswerAreMeasuredByDeclining) {
  EvalReport report;
  report.Add(Outcome(1, true, "STRICT"));
  for (const bool declined : {true, true, false, true}) {
    EvalOutcome outcome;
    outcome.gold_named = false;
    outcome.unanswerable = true;
    outcome.declined = declined;
    outcome.audit_mode = outcome.rung = declined ? "UNGROUNDED" : "STRICT";
    report.Add(outcome);
  }
  const json::Object sums = report.ToJson();
  EXPECT_EQ(sums.at("unanswerable"), json::Value(4));
  EXPECT_EQ(sums.at("declined_rightly"), json::Value(0.75));
  EXPECT_EQ(sums.at("recall_at_1"), json::Value(1.0)) << "of those that name a document";
  EXPECT_EQ(sums.at("answer_in_first_claim"), json::Value(1.0));
  EXPECT_EQ(report.gold_unknown(), 0);
}

TEST(EvalCompare, DeclinesAreComparedWhereTheBaselineHasThem) {
  EvalReport report;
  report.Add(Outcome(1, true, "STRICT"));
  EvalOutcome answered;
  answered.gold_named = false;
  answered.unanswerable = true;
  report.Add(answered);
  json::Object before = report.ToJson();
  before["declined_rightly"] = 1.0;
  const auto fell = Compare(report.ToJson(), before, 0);
  ASSERT_TRUE(fell) << fell.error().message;
  ASSERT_EQ(fell->size(), 1u);
  EXPECT_EQ((*fell)[0].figure, "declined_rightly");
  before.erase("declined_rightly");
  EXPECT_TRUE(Compare(report.ToJson(), before, 0)->empty());
}

TEST(EvalCompare, NamesTheFigureThatFellBeyondTheTolerance) {
  EvalReport before, now;
  for (int i = 0; i < 100; ++i) {
    before.Add(Outcome(1, true, "STRICT"));
    now.Add(Outcome(1, i != 0, "STRICT"));
  }
  const json::Object figures = now.ToJson();
  EXPECT_TRUE(Compare(figures, before.ToJson(), 0.01)->empty());
  const auto fell = Compare(figures, before.ToJson(), 0.005);
  ASSERT_TRUE(fell) << fell.error().message;
  ASSERT_EQ(fell->size(), 2u);
  EXPECT_EQ((*fell)[0].figure, "answer_in_first_claim");
  EXPECT_EQ((*fell)[1].figure, "answer_anywhere");
  EXPECT_DOUBLE_EQ((*fell)[0].before, 1);
  EXPECT_DOUBLE_EQ((*fell)[0].now, 0.99);
  EXPECT_TRUE(Compare(before.ToJson(), figures, 0)->empty()) << "better is no regression";
}

TEST(EvalCompare, RefusesAnotherNumberOfQuestionsAndWhatIsNoResult) {
  EvalReport one, two;
  one.Add(Outcome(1, true, "STRICT"));
  two.Add(Outcome(1, true, "STRICT"));
  two.Add(Outcome(1, true, "STRICT"));
  EXPECT_FALSE(Compare(one.ToJson(), two.ToJson(), 0));
  EXPECT_FALSE(Compare(one.ToJson(), json::Array{}, 0));
  json::Object broken = one.ToJson();
  broken["mrr"] = "x";
  const auto compared = Compare(one.ToJson(), broken, 0);
  ASSERT_FALSE(compared);
  EXPECT_TRUE(compared.error().message.contains("mrr"));
}

TEST(EvalJudge, CountsADocumentUnderAnyOfItsUrisAndLeavesNoHomeStore) {
  const TemporaryFolder folder;
  const store::HomePaths home{folder.path() / "home"};
  std::ofstream(folder.path() / "docs.jsonl")
      << R"({"uri":"z:other","text":"The lighthouse of Alexandria guided ships."})"
         "\n"
      << R"({"uri":"a:canal","text":"The Erie Canal opened on October 26, 1825."})"
         "\n"
      << R"({"uri":"b:canal","text":"The Erie Canal opened on October 26, 1825."})"
         "\n";
  SystemClock clock;
  SystemRandom random;
  ingest::IngestOptions ingest;
  ingest.paths = {folder.path() / "docs.jsonl"};
  ingest::IngestEnvironment environment;
  environment.home = home;
  environment.clock = &clock;
  environment.random = &random;
  ASSERT_TRUE(ingest::Ingest(ingest, environment));
  std::filesystem::remove(home.home_store());
  const auto corpus = store::Corpus::Open(home);
  ASSERT_TRUE(corpus) << corpus.error().message;

  AskOptions options;
  options.question = "When did the Erie Canal open?";
  options.policy.context_chars = 10000;
  Services services;
  services.corpus = &*corpus;
  services.microseconds = [] { return 0; };
  const auto result = Ask(options, services);
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_FALSE(result->stored);
  EXPECT_EQ(result->lookup_path, "miss");
  EXPECT_FALSE(std::filesystem::exists(home.home_store()));
  for (const char* gold : {"a:canal", "b:canal"}) {
    const auto outcome =
        Judge({options.question, {gold}, {"26 October", "1825"}}, *result, *corpus);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->rank, 1u) << gold;
    EXPECT_TRUE(outcome->in_first_claim);
    EXPECT_EQ(outcome->cited, 1u);
    EXPECT_EQ(outcome->cited_gold, 1u);
    EXPECT_EQ(outcome->audit_mode, "STRICT");
  }
  const auto wrong = Judge({options.question, {"z:other", "no:such"}, {"1830"}}, *result, *corpus);
  ASSERT_TRUE(wrong) << wrong.error().message;
  EXPECT_TRUE(wrong->gold_known);
  EXPECT_EQ(wrong->rank, 0u);
  EXPECT_FALSE(wrong->anywhere);
  EXPECT_EQ(wrong->cited_gold, 0u);
  EXPECT_FALSE(Judge({options.question, {"no:such"}, {}}, *result, *corpus)->gold_known);
}

}  // namespace
}  // namespace arborist::ask
