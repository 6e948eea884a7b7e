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
  std::string model;   // the name that the endpoint returned; empty if it returned none
  json::Object facts;  // finish_reason, usage, attempts, structured_output; or nearest: sentences
  std::optional<double> confidence;
};

// Asks the model of `services` once. kEnvironment when it cannot be reached, refuses every form of
// the request, or replies with invalid data; transport retries are the client's.
Result<Reply> AnswerOf(const AskOptions& options, const Services& services,
                       const run::Inputs& inputs);

// The text of an answer that declines, in the form of the answer mode.
std::string DeclineOf(const run::Inputs& inputs);

// The claims of the answerer without a model as an answer text in the form of the mode. A declined
// answer becomes DeclineOf, with its nearest sentences in the facts.
Result<Reply> ReplyOf(const extractive::Answer& answer, const run::Inputs& inputs);

// Translates the question into options.translate_to with the model; the result is used for
// retrieval only. kInvalidArgument without a model; kEnvironment when the reply is no usable line.
Result<std::string> Translate(const AskOptions& options, const Services& services);

}  // namespace arborist::ask
