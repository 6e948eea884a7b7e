// SPDX-License-Identifier: AGPL-3.0-only
// Asks many questions whose answers are known, on several homes at once, prints rates, and compares
// them with a saved result. Gold documents may be named by file, which is resolved once per name.
#include <chrono>
#include <map>
#include <memory>

#include "app/evaluate.h"
#include "base/files.h"
#include "base/output_file.h"
#include "base/parallel_for.h"
#include "cli/ask_flags.h"
#include "cli/document_name.h"
#include "cli/eval_claims.h"
#include "cli/eval_text.h"
#include "cli/session.h"
#include "cli/stage_line.h"
#include "cli/stop_signal.h"
#include "cli/verbs.h"

namespace arborist::cli {

namespace {

constexpr std::uint64_t kMaxQuestionsBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kMaxBaselineBytes = std::uint64_t{64} << 20;
constexpr std::size_t kShownEvery = 100;

struct Flags : AskFlags {
  std::string file;
  std::string claims;
  std::size_t limit = 0;
  std::string baseline;
  double tolerance = 0.005;
  std::string save;
  unsigned jobs = 0;
  bool record = false;
};

Result<std::vector<ask::EvalQuestion>> ReadQuestions(const Flags& flags,
                                                     const app::HomeEnvironment& environment) {
  TRY_ASSIGN(const std::string lines, ReadFile(flags.file, kMaxQuestionsBytes));
  auto questions = ask::ReadEvalQuestions(lines, flags.limit);
  if (!questions) return std::unexpected(std::move(questions).error().In(flags.file));
  // One that cannot be opened is said to be so where the questions are asked.
  const auto home = app::Home::Open(environment);
  if (!home) return questions;
  std::map<std::string, std::string> names;  // each is looked for once
  for (ask::EvalQuestion& question : *questions) {
    for (std::string& gold : question.gold) {
      const auto [name, is_new] = names.try_emplace(gold);
      if (is_new) name->second = DocumentName((*home)->corpus(), gold);
      gold = name->second;
    }
  }
  return questions;
}

Result<json::Value> ReadBaseline(const std::string& file) {
  TRY_ASSIGN(const std::string text, ReadFile(file, kMaxBaselineBytes));
  auto value = json::Parse(text);
  if (!value) return std::unexpected(std::move(value).error().In(file));
  return value;
}

Status Run(Session* session, const Flags& flags) {
  if (flags.file.empty() == flags.claims.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "give a file of questions, or --claims FILE to measure the verifier alone");
  }
  if (!flags.claims.empty()) return EvalClaims(session, flags.claims, flags.verifier);
  TRY_ASSIGN(const app::Config config, ConfigOf(flags, session->home()));
  TRY_ASSIGN(const ask::AskOptions options, AskOptionsOf(flags, config));
  TRY_ASSIGN(const std::vector<ask::EvalQuestion> questions,
             ReadQuestions(flags, session->environment()));
  json::Value baseline;  // read first: an hour of questions is too late to find it missing
  if (!flags.baseline.empty()) {
    TRY_ASSIGN(baseline, ReadBaseline(flags.baseline));
  }

  const auto start = std::chrono::steady_clock::now();
  app::Evaluation how{
      .environment = session->environment(),
      .answering = {.config = config, .dry_run = flags.dry_run, .keep = flags.record},
      .options = options,
      .jobs = ThreadsFor(flags.jobs)};
  how.environment.stop = StopOnSignals();
  Result<ask::EvalReport> outcome = Fail(ErrorCode::kCancelled, "");
  {
    StageLine line(session);
    how.show = [&](std::size_t done) {
      if (done % kShownEvery != 0) return;
      line.Show(std::to_string(done) + " of " + std::to_string(questions.size()) + " questions");
    };
    outcome = app::Evaluate(questions, how);
  }
  TRY(outcome);
  json::Object report = outcome->ToJson();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  report.emplace("seconds", took.count());

  std::vector<ask::Regression> regressions;
  if (!flags.baseline.empty()) {
    auto compared = ask::Compare(report, baseline, flags.tolerance);
    if (!compared) return std::unexpected(std::move(compared).error().In(flags.baseline));
    regressions = std::move(*compared);
    json::Array list;
    for (const ask::Regression& regression : regressions) {
      list.emplace_back(json::Object{
          {"figure", regression.figure}, {"before", regression.before}, {"now", regression.now}});
    }
    report.emplace("regressions", std::move(list));
  }
  if (!flags.save.empty()) TRY(WriteOutputFile(flags.save, json::Pretty(report) + "\n"));
  if (session->json()) {
    session->PrintJson(report);
  } else {
    session->Print(EvalText(*session, report));
  }
  if (outcome->gold_unknown() > 0) {
    session->Note("arborist: the gold document of " + std::to_string(outcome->gold_unknown()) +
                  " questions is not in this corpus");
  }
  for (const ask::Regression& regression : regressions) {
    session->Note("arborist: " + session->Safe(regression.figure) +
                  (regression.now > regression.before ? " rose from " : " fell from ") +
                  EvalFigure(regression.before) + " to " + EvalFigure(regression.now));
  }
  if (!regressions.empty()) session->SetExitCode(1);
  return {};
}

}  // namespace

void AddEval(Command* app, Session* session) {
  auto flags = std::make_shared<Flags>();
  Command* verb = app->AddSubcommand(
      "eval", "Measure answers on questions whose documents and answers are known");
  verb->AddOption("file", flags->file, "Questions: JSON Lines {question, gold_uri, answers, kind}")
      ->TypeName("FILE");
  verb->AddOption("--claims", flags->claims,
                  "Measure the verifier: JSON Lines {passage, faithful, unfaithful} or {context, "
                  "answer, should}")
      ->TypeName("FILE");
  verb->AddOption("--limit", flags->limit, "Only the first so many questions")
      ->Whole(1)
      ->TypeName("N");
  verb->AddOption("--jobs", flags->jobs, "Questions at a time (default: all cores)")
      ->Whole(1, 256)
      ->TypeName("N");
  verb->AddOption("--baseline", flags->baseline,
                  "Compare with this saved result; exit with 1 when a rate got worse")
      ->TypeName("FILE");
  verb->AddOption("--tolerance", flags->tolerance,
                  "How far a rate may be worse than the baseline (default 0.005)")
      ->Range(0.0, 1.0)
      ->TypeName("RATE");
  verb->AddOption("--save", flags->save, "Write the result to this file, as a later baseline")
      ->TypeName("FILE");
  verb->AddFlag("--record", flags->record,
                "Look up and keep records as query does (default: the home store is not touched)");
  AddAskFlags(verb, flags.get());
  AddRetrievalFlags(verb, flags.get());
  verb->Footer(
      "recall and MRR: the gold document among the sources of each answer; citation_precision: "
      "passages\nof gold documents among those that verified claims rest on. answers: [] says that "
      "the corpus has no\nanswer; declined_rightly: how often it was then declined. The table "
      "counts "
      "all questions and those\nof each kind: a gold answer in the first claim, in a later one, in "
      "none, declined; and the questions\nwithout an answer. calibration_error: how far the "
      "confidence of answers is from the share of right\nfirst claims.\n\n"
      "Examples:\n  arborist eval questions.jsonl --save before.json\n"
      "  arborist eval questions.jsonl --baseline before.json\n"
      "  arborist eval --claims pairs.jsonl\n"
      "  arborist eval questions.jsonl --limit 100 --endpoint http://127.0.0.1:8080/v1 --model m");
  verb->Callback([=] { session->Run([&] { return Run(session, *flags); }); });
}

}  // namespace arborist::cli
