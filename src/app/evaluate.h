// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "app/home.h"
#include "ask/eval.h"

namespace arborist::app {

// How questions are asked to be measured.
struct Evaluation {
  HomeEnvironment environment;  // its stop ends the evaluation too
  Answering answering;
  ask::AskOptions options;  // all of a run but its question
  unsigned jobs = 1;        // questions at a time, each in a home of its own
  std::function<void(std::size_t done)> show = [](std::size_t) {};
};

// Asks every question and sums up. The first question that cannot be answered ends it, with its
// number.
Result<ask::EvalReport> Evaluate(std::vector<ask::EvalQuestion> questions, const Evaluation& how);

}  // namespace arborist::app
