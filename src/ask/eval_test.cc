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

TEST(EvalQuestions, MayHaveAKind) {
  const std::string longest(64, 'k');
  const auto questions = ReadEvalQuestions(R"({"question":"Q","gold_uri":"u","kind":"fact"})"
                                           "\n"
                                           R"({"question":"Q","gold_uri":"u"})"
                                           "\n"
                                           R"({"question":"Q","gold_uri":"u","kind":")" +
                                               longest + "\"}",
                                           0);
  ASSERT_TRUE(questions) << questions.error().message;
  EXPECT_EQ((*questions)[0].kind, "fact");
  EXPECT_EQ((*questions)[1].kind, "");
  EXPECT_EQ((*questions)[2].kind, longest);
  for (const std::string& bad : {std::string("7"), std::string("null"), "\"k" + longest + "\""}) {
    const auto refused = ReadEvalQuestions(
        "\n"
        R"({"question":"Q","gold_uri":"u","kind":)" +
            bad + "}",
        0);
    ASSERT_FALSE(refused) << bad;
    EXPECT_EQ(refused.error().message, "line 2: field kind must be a string of at most 64 bytes");
  }
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

// A judged question of a kind; `right` is the number of the claim that has the answer.
EvalOutcome OfKind(std::string kind, std::size_t right, std::optional<double> confidence) {
  EvalOutcome outcome = Outcome(1, right == 1, "STRICT");
  outcome.in_later_claim = right > 1;
  outcome.kind = std::move(kind);
  outcome.confidence = confidence;
  return outcome;
}
EvalOutcome DeclinedOfKind(std::string kind, std::optional<double> confidence) {
  EvalOutcome outcome = OfKind(std::move(kind), 0, confidence);
  outcome.declined = true;
  return outcome;
}
EvalOutcome Unanswerable(std::string kind, bool declined, std::optional<double> confidence) {
  EvalOutcome outcome;
  outcome.gold_named = false;
  outcome.unanswerable = true;
  outcome.declined = declined;
  outcome.kind = std::move(kind);
  outcome.confidence = confidence;
  return outcome;
}
std::int64_t Count(const json::Value& counts, std::string_view name) {
  return counts.Int(name).value_or(-1);
}

TEST(EvalReport, CountsWhatBecameOfEachKind) {
  EvalReport report;
  report.Add(OfKind("table", 0, {}));
  report.Add(OfKind("fact", 1, {}));
  report.Add(OfKind("fact", 1, {}));
  report.Add(OfKind("fact", 2, {}));
  report.Add(DeclinedOfKind("fact", {}));
  report.Add(Unanswerable("none", true, {}));
  report.Add(Unanswerable("none", false, {}));
  report.Add(OfKind("", 1, {}));
  EvalOutcome unjudged;
  unjudged.kind = "open";
  report.Add(unjudged);
  const json::Object sums = report.ToJson();

  const json::Value& all = sums.at("outcomes");
  EXPECT_EQ(Count(all, "questions"), 8) << "the question without answers is not judged";
  EXPECT_EQ(Count(all, "answerable"), 6);
  EXPECT_EQ(Count(all, "right_first"), 3);
  EXPECT_EQ(Count(all, "right_later"), 1);
  EXPECT_EQ(Count(all, "wrong"), 1);
  EXPECT_EQ(Count(all, "declined"), 1);
  EXPECT_EQ(Count(all, "declined_rightly"), 1);
  EXPECT_EQ(Count(all, "answered_wrongly"), 1);
  EXPECT_EQ(all.Find("shares")->Find("right_first")->as_double(), 0.5);
  EXPECT_EQ(all.Find("shares")->Find("answered_wrongly")->as_double(), 0.5);

  std::vector<std::string> names;
  for (const auto& [kind, counts] : sums.at("kinds").as_object()) names.push_back(kind);
  EXPECT_EQ(names, (std::vector<std::string>{"fact", "none", "table"}));
  const json::Value& fact = *sums.at("kinds").Find("fact");
  EXPECT_EQ(Count(fact, "questions"), 4);
  EXPECT_EQ(Count(fact, "right_first"), 2);
  EXPECT_EQ(Count(fact, "right_later"), 1);
  EXPECT_EQ(Count(fact, "wrong"), 0);
  EXPECT_EQ(Count(fact, "declined"), 1);
  EXPECT_EQ(fact.Find("shares")->Find("declined")->as_double(), 0.25);
  EXPECT_TRUE(fact.Find("shares")->Find("declined_rightly")->is_null());
  EXPECT_TRUE(fact.Find("calibration_error")->is_null()) << "no answer had a confidence";
  EXPECT_TRUE(sums.at("calibration").Find("error")->is_null());
}

TEST(EvalReport, HoldsConfidenceAgainstWhatIsRightInTheFirstClaim) {
  EvalReport report;
  report.Add(OfKind("fact", 1, 1.0));  // the last bin
  report.Add(OfKind("fact", 2, 0.9));  // later is not first
  report.Add(OfKind("fact", 1, 0.75));
  report.Add(OfKind("fact", 1, {}));  // not counted
  report.Add(DeclinedOfKind("fact", 0.1));
  report.Add(Unanswerable("none", true, 0.125));
  report.Add(Unanswerable("none", false, 0.75));
  EvalOutcome unjudged;
  unjudged.confidence = 0.5;
  report.Add(unjudged);
  const json::Object sums = report.ToJson();
  const json::Value& calibration = sums.at("calibration");
  EXPECT_EQ(Count(calibration, "questions"), 6);
  // Bins from 0.1 (0.225 said, 0 right), 0.7 (1.5 said, 1 right), 0.9 (1.9 said, 1 right).
  EXPECT_DOUBLE_EQ(calibration.Find("error")->as_double(), (0.225 + 0.5 + 0.9) / 6);
  const json::Array& bins = calibration.Find("bins")->as_array();
  ASSERT_EQ(bins.size(), 10u);
  EXPECT_EQ(bins[7],
            json::Value(json::Object{{"from", 0.7}, {"count", 2}, {"said", 0.75}, {"right", 0.5}}));
  EXPECT_EQ(bins[0], json::Value(json::Object{
                         {"from", 0.0}, {"count", 0}, {"said", nullptr}, {"right", nullptr}}));
  EXPECT_EQ(Count(bins[1], "count"), 2);
  EXPECT_EQ(Count(bins[9], "count"), 2);
  const json::Value& fact = *sums.at("kinds").Find("fact");
  EXPECT_EQ(Count(fact, "calibration_questions"), 4);
  EXPECT_DOUBLE_EQ(fact.Find("calibration_error")->as_double(), (0.1 + 0.25 + 0.9) / 4);
  const json::Value& none = *sums.at("kinds").Find("none");
  EXPECT_DOUBLE_EQ(none.Find("calibration_error")->as_double(), (0.125 + 0.75) / 2);
}

TEST(EvalCompare, OutcomesAreComparedWhereTheBaselineHasThem) {
  EvalReport before, now;
  before.Add(OfKind("fact", 1, 1.0));
  before.Add(OfKind("table", 0, 0.0));
  before.Add(Unanswerable("none", true, 0.0));
  now.Add(OfKind("fact", 0, 1.0));
  now.Add(OfKind("table", 1, 0.0));
  now.Add(Unanswerable("none", false, 0.0));
  const auto figures = [](const Result<std::vector<Regression>>& regressions) {
    std::vector<std::string> names;
    if (regressions) {
      for (const Regression& regression : *regressions) names.push_back(regression.figure);
    }
    return names;
  };
  json::Object baseline = before.ToJson();
  const auto worse = Compare(now.ToJson(), baseline, 0);
  ASSERT_TRUE(worse) << worse.error().message;
  EXPECT_EQ(figures(worse), (std::vector<std::string>{"declined_rightly", "calibration_error",
                                                      "kinds.fact.right_first", "kinds.fact.wrong",
                                                      "kinds.none.declined_rightly"}));
  EXPECT_EQ((*worse)[3].before, 0.0);
  EXPECT_EQ((*worse)[3].now, 1.0);

  // Of an older version.
  for (const char* name : {"outcomes", "calibration", "kinds"}) baseline.erase(name);
  EXPECT_EQ(figures(Compare(now.ToJson(), baseline, 0)),
            std::vector<std::string>{"declined_rightly"});

  baseline = before.ToJson();
  baseline["kinds"].as_object()["fact"].as_object()["questions"] = 2;
  EXPECT_EQ(figures(Compare(now.ToJson(), baseline, 0)),
            (std::vector<std::string>{"declined_rightly", "calibration_error",
                                      "kinds.none.declined_rightly"}))
      << "a kind of other questions is not compared";

  baseline = before.ToJson();
  baseline["calibration"].as_object()["error"] = "x";
  const auto refused = Compare(now.ToJson(), baseline, 0);
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().message.contains("calibration_error")) << refused.error().message;
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
  ASSERT_EQ(fell->size(), 3u);
  EXPECT_EQ((*fell)[0].figure, "answer_in_first_claim");
  EXPECT_EQ((*fell)[1].figure, "answer_anywhere");
  EXPECT_EQ((*fell)[2].figure, "wrong");
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
  EXPECT_EQ(result->lookup_path, LookupPath::kMiss);
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
  std::vector<EvalQuestion> named = {{options.question, {"canal", "no/such", "a:canal"}, {"1825"}}};
  ASSERT_TRUE(CompleteGold(*corpus, &named));
  EXPECT_EQ(named[0].gold, (std::vector<std::string>{"canal", "no/such", "a:canal"}))
      << "only what follows a slash is the end of a path";
  const auto wrong = Judge({options.question, {"z:other", "no:such"}, {"1830"}}, *result, *corpus);
  ASSERT_TRUE(wrong) << wrong.error().message;
  EXPECT_TRUE(wrong->gold_known);
  EXPECT_EQ(wrong->rank, 0u);
  EXPECT_FALSE(wrong->anywhere);
  EXPECT_EQ(wrong->cited_gold, 0u);
  EXPECT_FALSE(wrong->in_later_claim);
  EXPECT_FALSE(Judge({options.question, {"no:such"}, {}}, *result, *corpus)->gold_known);

  AskResult claims = *result;
  claims.record.confidence = 0.25;
  claims.record.units.insert(claims.record.units.begin(),
                             json::Object{{"text", "Guided ships."}, {"verified", false}});
  EvalQuestion later{options.question, {"a:canal"}, {"1825"}};
  later.kind = "fact";
  const auto judged = Judge(later, claims, *corpus);
  ASSERT_TRUE(judged) << judged.error().message;
  EXPECT_FALSE(judged->in_first_claim);
  EXPECT_TRUE(judged->in_later_claim);
  EXPECT_EQ(judged->kind, "fact");
  EXPECT_EQ(judged->confidence, 0.25);
  claims.record.declined = true;
  EXPECT_FALSE(Judge(later, claims, *corpus)->in_later_claim);
}

}  // namespace
}  // namespace arborist::ask
