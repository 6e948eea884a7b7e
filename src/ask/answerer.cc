// SPDX-License-Identifier: AGPL-3.0-only
// A model answers if one is configured, else extractive-v2.
#include "ask/answerer.h"

#include "ask/extractive_answerer.h"
#include "ask/model_answerer.h"

namespace arborist::ask {

std::unique_ptr<Answerer> MakeAnswerer(const Services& services) {
  if (services.client == nullptr) return std::make_unique<ExtractiveAnswerer>();
  return std::make_unique<ModelAnswerer>(services.client, services.model_id);
}

std::string DeclineOf(const run::Inputs& inputs) {
  if (inputs.policy.answer_mode == judge::AnswerMode::kClaimLattice) return R"({"claims":[]})";
  return run::DeclineText(inputs);
}

}  // namespace arborist::ask
