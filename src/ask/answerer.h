// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "ask/ask.h"
#include "retrieve/gather.h"
#include "run/dimensions.h"

namespace arborist::ask {

struct Reply {
  std::string text;
  std::string model;   // the name that the endpoint returned; empty when it said none
  json::Object facts;  // finish_reason, usage, attempts, structured_output
};

// The model's answer, or that of extractive-v1 when there is no client.
Result<Reply> AnswerOf(const AskOptions& options, const Services& services,
                       const run::Inputs& inputs, retrieve::Gatherer* gatherer);

// The question in the corpus's language.
Result<std::string> Translate(const AskOptions& options, const Services& services);

}  // namespace arborist::ask
