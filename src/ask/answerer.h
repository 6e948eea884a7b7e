// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "ask/ask.h"
#include "extractive/extractive.h"
#include "retrieve/gather.h"
#include "run/dimensions.h"

namespace arborist::ask {

struct Reply {
  std::string text;
  std::string model;   // the name that the endpoint returned; empty when it said none
  json::Object facts;  // finish_reason, usage, attempts, structured_output; nearest: sentences
  std::optional<double> confidence;
};

// The answer that a model gives.
Result<Reply> AnswerOf(const AskOptions& options, const Services& services,
                       const run::Inputs& inputs);

// What stands for an answer where there is none, in the form that the mode wants.
std::string DeclineOf(const run::Inputs& inputs);

// What the answerer without a model found, in the form that the mode wants.
Result<Reply> ReplyOf(const extractive::Answer& answer, const run::Inputs& inputs);

// The question in the corpus's language.
Result<std::string> Translate(const AskOptions& options, const Services& services);

}  // namespace arborist::ask
