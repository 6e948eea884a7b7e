// SPDX-License-Identifier: AGPL-3.0-only
// One opened home per thread, questions handed out in order and judged as they come back in order,
// so the report does not depend on the number of threads.
#include "app/evaluate.h"

#include <memory>
#include <string>
#include <utility>

#include "base/ordered_pool.h"

namespace arborist::app {

Result<ask::EvalReport> Evaluate(std::vector<ask::EvalQuestion> questions, const Evaluation& how) {
  std::vector<std::unique_ptr<Home>> homes(how.jobs);
  for (std::unique_ptr<Home>& home : homes) {
    TRY_ASSIGN(home, Home::OpenToAsk(how.environment, how.answering));
  }
  TRY(ask::CompleteGold(homes[0]->corpus(), &questions));
  const auto answer = [&](unsigned worker, std::size_t index) -> Result<ask::EvalOutcome> {
    if (how.environment.stop != nullptr && *how.environment.stop) {
      return Fail(ErrorCode::kCancelled, "stopped before all questions were asked");
    }
    ask::AskOptions asked = how.options;
    asked.question = questions[index].question;
    auto result = homes[worker]->Ask(asked, {});
    if (!result) {
      return std::unexpected(std::move(result).error().In("question " + std::to_string(index + 1)));
    }
    return ask::Judge(questions[index], *result, homes[worker]->corpus());
  };
  OrderedPool<std::size_t, Result<ask::EvalOutcome>> pool(how.jobs, questions.size(), answer);
  for (std::size_t i = 0; i < questions.size(); ++i) pool.Push(i, 1);
  pool.Close();
  ask::EvalReport report;
  for (std::size_t done = 1; auto taken = pool.Take(); ++done) {
    TRY(taken->out);
    report.Add(*taken->out);
    how.show(done);
  }
  return report;
}

}  // namespace arborist::app
