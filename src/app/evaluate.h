// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <functional>
#include <vector>

#include "app/asker.h"
#include "ask/eval.h"

namespace arborist::app {

// Asks every question, `jobs` at a time, and sums up. `options` holds all of a run but its
// question. The first question that cannot be answered ends it, with its number.
Result<ask::EvalReport> Evaluate(std::vector<ask::EvalQuestion> questions,
                                 const ask::AskOptions& options, const store::HomePaths& home,
                                 const Config& config, const Asker::Environment& environment,
                                 unsigned jobs, const std::function<void(std::size_t done)>& show);

}  // namespace arborist::app
