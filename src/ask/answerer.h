// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "ask/ask.h"
#include "retrieve/gather.h"
#include "run/assess.h"
#include "run/dimensions.h"

namespace arborist::ask {

struct Reply {
  std::string text;
  std::string model;   // the name that the endpoint returned; empty if it returned none
  json::Object facts;  // finish_reason, usage, attempts, structured_output; or nearest: sentences
  std::optional<double> confidence;
};

// Who answers one question: a model (model_answerer.h), or extractive-v2, which picks sentences of
// the passages (extractive_answerer.h). Called by one run in the order of the functions.
class Answerer {
 public:
  virtual ~Answerer() = default;

  // Fills in what a policy leaves to who answers, and refuses what does not fit.
  virtual Status Resolve(run::Policy* policy) const = 0;
  // As the key of the answer has it.
  virtual std::string model_id() const = 0;
  // The question in the language options.translate_to, for retrieval.
  virtual Result<std::string> Translate(const AskOptions& options) = 0;

  // Code points of passages that are gathered for it to Choose from. 0: it does not choose, and
  // answers from the passages that fit into a prompt.
  virtual std::size_t read_chars() const { return 0; }
  // Cuts what was gathered to the passages that the answer is made of, and those that fit beside
  // them. Only where read_chars is not 0.
  virtual Status Choose(const AskOptions& /*options*/, retrieve::Gathered* /*gathered*/,
                        retrieve::Gatherer* /*gatherer*/) {
    return {};
  }

  // The answer in the form that the mode wants.
  virtual Result<Reply> Answer(const AskOptions& options, const run::Inputs& inputs) = 0;
  // The same answer without what the assessment of it refuses. Nothing: it stays as it is, as a
  // model's always does, for no model is asked twice.
  virtual Result<std::optional<Reply>> Shortened(const run::Assessment& /*assessment*/,
                                                 const run::Inputs& /*inputs*/) {
    return std::nullopt;
  }
};

// The model of the services, or without one extractive-v2. Borrows the services.
std::unique_ptr<Answerer> MakeAnswerer(const Services& services);

// The text of an answer that declines, in the form of the answer mode.
std::string DeclineOf(const run::Inputs& inputs);

}  // namespace arborist::ask
