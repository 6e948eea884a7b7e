// SPDX-License-Identifier: AGPL-3.0-only
// `arborist eval` from end to end.
#include "ask/asking.h"

namespace arborist {
namespace {

using testing_support::Asking;
using testing_support::Endpoint;
using testing_support::Outcome;
using testing_support::ReadWhole;
using testing_support::Says;
using testing_support::WriteWhole;

class CliEval : public Asking {
 protected:
  CliEval() {
    WriteWhole(
        questions_,
        R"({"question":"When did the Erie Canal open?","gold_uri":"test:canal.txt","answers":["October 26, 1825"],"id":1})"
        "\n"
        R"({"question":"Why did Buffalo grow?","gold_uri":"test:buffalo.txt","answers":["lake traffic"]})"
        "\n"
        R"({"question":"What guided ships into the harbour?","gold_uri":["test:no.txt","test:lighthouse.txt"],"answers":["lighthouse of Alexandria"]})"
        "\n");
  }
  json::Value Eval(std::vector<std::string> flags, int exit_code = 0) {
    flags.insert(flags.begin(), {"eval", questions_, "--json"});
    const Outcome outcome = Run(std::move(flags));
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.out << outcome.err;
    err_ = exit_code > 1 ? outcome.out : outcome.err;  // with --json errors are JSON, on stdout
    return json::Parse(outcome.out).value_or(json::Object{});
  }
  const std::string questions_ = folder_.path() / "questions.jsonl";
  std::string err_;
};

TEST_F(CliEval, MeasuresWithoutLeavingATrace) {
  const std::string before = ReadWhole(home_ / "providence.db");
  const json::Value report = Eval({"--jobs", "2"});
  EXPECT_EQ(report.Int("questions").value(), 3);
  for (const char* rate : {"recall_at_1", "recall_at_8", "mrr", "answer_in_first_claim",
                           "answer_anywhere", "citation_precision"}) {
    ASSERT_NE(report.Find(rate), nullptr) << rate;
    EXPECT_EQ(report.Find(rate)->as_double(), 1.0) << rate;
  }
  EXPECT_EQ(report.Int("declined").value(), 0);
  EXPECT_EQ(report.Find("labels")->Int("STRICT").value(), 3);
  EXPECT_GT(report.Find("seconds")->as_double(), 0);
  EXPECT_EQ(ReadWhole(home_ / "providence.db"), before);
  EXPECT_EQ(Records(), 0u);
  Eval({"--record"});
  EXPECT_EQ(Records(), 3u);
}

TEST_F(CliEval, TheGoldDocumentMayBeNamedByItsPath) {
  const std::string file = folder_.path() / "lease.txt";
  WriteWhole(file, "The monthly rent is 940 euros. The lease runs for three years.\n");
  ASSERT_EQ(Run({"ingest", file}).exit_code, 0);
  WriteWhole(questions_, R"({"question":"How much is the rent?","answers":["940 euros"],)"
                         R"("gold_uri":")" +
                             file + "\"}\n");
  const json::Value report = Eval({});
  EXPECT_EQ(report.Int("gold_unknown").value(), 0);
  EXPECT_EQ(report.Find("recall_at_1")->as_double(), 1.0);
}

TEST_F(CliEval, FiguresDoNotDependOnJobsAndTheLimitIsKept) {
  json::Value one = Eval({"--jobs", "1"}), three = Eval({"--jobs", "3"});
  one.as_object().erase("seconds");
  three.as_object().erase("seconds");
  EXPECT_EQ(one, three);
  EXPECT_EQ(Eval({"--limit", "2"}).Int("questions").value(), 2);
}

TEST_F(CliEval, ARegressionAgainstTheBaselineExitsWith1AndSaysWhatFell) {
  const std::string saved = folder_.path() / "saved.json";
  Eval({"--save", saved});
  EXPECT_TRUE(Eval({"--baseline", saved}).List("regressions").value()->empty());
  const Endpoint liar(Says("Nobody knows. [E1]") + Says("Nobody knows. [E1]") +
                      Says("Nobody knows. [E1]"));
  const json::Value worse = Eval(At(liar, {"--baseline", saved, "--jobs", "1"}), 1);
  EXPECT_TRUE(err_.contains("answer_in_first_claim fell from 1.0000 to 0.0000")) << err_;
  EXPECT_TRUE(err_.contains("wrong rose from 0.0000 to 1.0000")) << err_;
  EXPECT_FALSE(err_.contains("recall_at_1")) << err_;
  EXPECT_FALSE(worse.List("regressions").value()->empty());
  const Endpoint again(Says("Nobody knows. [E1]") + Says("Nobody knows. [E1]") +
                       Says("Nobody knows. [E1]"));
  Eval(At(again, {"--baseline", saved, "--tolerance", "1", "--jobs", "1"}), 0);
  Eval({"--baseline", saved, "--limit", "2"}, 2);
  EXPECT_TRUE(err_.contains("3 questions")) << err_;
  Eval({"--baseline", questions_}, 2);
}

TEST_F(CliEval, ABadLineIsNamedAndAFailingEndpointEndsIt) {
  const Endpoint broken("{\"status\":500}\n");
  Eval(At(broken, {"--jobs", "1"}), 4);
  EXPECT_TRUE(err_.contains("question 1")) << err_;
  WriteWhole(questions_, ReadWhole(questions_) + "\n{\"question\":\"Who?\"}\n");
  Eval({}, 2);
  EXPECT_TRUE(err_.contains("line 5") && err_.contains("gold_uri")) << err_;
  Eval({"--limit", "3"}, 0);
  EXPECT_NE(Run({"eval", folder_.path() / "none.jsonl"}).exit_code, 0);
}

TEST_F(CliEval, ReportsWhatBecameOfEachKind) {
  WriteWhole(
      questions_,
      R"({"question":"When did the Erie Canal open?","gold_uri":"test:canal.txt","answers":["October 26, 1825"],"kind":"fact"})"
      "\n"
      R"({"question":"Why did Buffalo grow?","gold_uri":"test:buffalo.txt","answers":["gold rush"],"kind":"why"})"
      "\n"
      R"({"question":"Who painted the ceiling of the opera?","answers":[],"kind":"no\u001bne"})"
      "\n");
  const json::Value report = Eval({"--jobs", "1"});
  const json::Value& all = *report.Find("outcomes");
  EXPECT_EQ(all.Int("questions").value(), 3);
  EXPECT_EQ(all.Int("answerable").value(), 2);
  EXPECT_EQ(all.Int("right_first").value(), 1);
  EXPECT_EQ(all.Int("wrong").value() + all.Int("declined").value(), 1);
  EXPECT_EQ(all.Int("declined_rightly").value(), 1);
  const json::Value& fact = *report.Find("kinds")->Find("fact");
  EXPECT_EQ(fact.Int("questions").value(), 1);
  EXPECT_EQ(fact.Int("right_first").value(), 1);
  EXPECT_EQ(fact.Int("calibration_questions").value(), 1);
  EXPECT_GE(report.Find("calibration")->Int("questions").value(), 1);
  EXPECT_EQ(report.Find("calibration")->List("bins").value()->size(), 10u);

  const Outcome shown = Run({"eval", questions_});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  const std::size_t head = shown.out.find("\nkind ");
  const std::size_t first = shown.out.find("\nfact ");
  const std::size_t last = shown.out.find("\nwhy ");
  EXPECT_LT(shown.out.find("\nseconds "), head) << shown.out;
  EXPECT_LT(head, first) << shown.out;
  EXPECT_LT(first, last) << shown.out;
  EXPECT_LT(last, shown.out.find("\ncalibration_error ")) << shown.out;
  EXPECT_FALSE(shown.out.contains('\x1b')) << shown.out;

  WriteWhole(questions_, R"({"question":"Why?","answers":[],"kind":["fact"]})"
                         "\n");
  Eval({}, 2);
  EXPECT_TRUE(err_.contains("line 1: field kind must be a string of at most 64 bytes")) << err_;
}

TEST_F(CliEval, ModelsGiveNoConfidence) {
  const Endpoint sure(Says("The Erie Canal opened on October 26, 1825. [E1]"));
  const json::Value report = Eval(At(sure, {"--limit", "1", "--jobs", "1"}));
  EXPECT_EQ(report.Find("outcomes")->Int("questions").value(), 1);
  EXPECT_EQ(report.Find("calibration")->Int("questions").value(), 0);
  EXPECT_TRUE(report.Find("calibration")->Find("error")->is_null());
}

TEST_F(CliEval, AGoldDocumentThatIsNotThereIsSaid) {
  WriteWhole(questions_,
             "{\"question\":\"When did the Erie Canal open?\",\"gold_uri\":\"no:such\"}\n");
  const json::Value report = Eval({});
  EXPECT_EQ(report.Int("gold_unknown").value(), 1);
  EXPECT_TRUE(report.Find("answer_anywhere")->is_null());
  EXPECT_TRUE(err_.contains("not in this corpus")) << err_;
}

}  // namespace
}  // namespace arborist
