// SPDX-License-Identifier: AGPL-3.0-only
#include "app/evaluate.h"

#include <memory>
#include <string>
#include <utility>

#include "base/ordered_pool.h"

namespace arborist::app {

Result<ask::EvalReport> Evaluate(std::vector<ask::EvalQuestion> questions,
                                 const ask::AskOptions& options, const store::HomePaths& home,
                                 const Config& config, const Asker::Environment& environment,
                                 unsigned jobs, const std::function<void(std::size_t done)>& show) {
  std::vector<std::unique_ptr<Asker>> askers(jobs);
  for (std::unique_ptr<Asker>& asker : askers) {
    TRY_ASSIGN(asker, Asker::Open(home, config, environment));
  }
  TRY(ask::CompleteGold(askers[0]->corpus(), &questions));
  const auto answer = [&](unsigned worker, std::size_t index) -> Result<ask::EvalOutcome> {
    if (environment.stop != nullptr && *environment.stop) {
      return Fail(ErrorCode::kCancelled, "stopped before all questions were asked");
    }
    ask::AskOptions asked = options;
    asked.question = questions[index].question;
    auto result = askers[worker]->Ask(asked, {});
    if (!result) {
      return std::unexpected(std::move(result).error().In("question " + std::to_string(index + 1)));
    }
    return ask::Judge(questions[index], *result, askers[worker]->corpus());
  };
  OrderedPool<std::size_t, Result<ask::EvalOutcome>> pool(jobs, questions.size(), answer);
  for (std::size_t i = 0; i < questions.size(); ++i) pool.Push(i, 1);
  pool.Close();
  ask::EvalReport report;
  for (std::size_t done = 1; auto taken = pool.Take(); ++done) {
    TRY(taken->out);
    report.Add(*taken->out);
    show(done);
  }
  return report;
}

}  // namespace arborist::app
