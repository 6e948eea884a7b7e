// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "cli/session.h"
#include "json/value.h"

namespace arborist::cli {

std::string EvalFigure(double value);

// The result of eval for people: a line for each figure, then a table of outcomes with a row for
// all judged questions and one for each kind.
std::string EvalText(const Session& session, const json::Object& report);

}  // namespace arborist::cli
