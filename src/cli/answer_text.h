// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "ask/ask.h"
#include "cli/session.h"

namespace arborist::cli {

// An answer for people: its claims, each with the passage that supports it, document and link; what
// did not verify and why; the label and what it means; hints of preflight; where it came from and
// how to prove it.
std::string AnswerToText(const ask::AskResult& result, const Session& session);

}  // namespace arborist::cli
