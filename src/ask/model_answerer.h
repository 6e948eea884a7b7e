// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <utility>

#include "ask/answerer.h"
#include "llm/chat_client.h"

namespace arborist::ask {

// A model answers: one request, one answer. Borrows the client.
class ModelAnswerer final : public Answerer {
 public:
  ModelAnswerer(llm::ChatClient* client, std::string model_id)
      : client_(client), model_id_(std::move(model_id)) {}

  Status Resolve(run::Policy* policy) const override;
  std::string model_id() const override { return model_id_; }
  Result<std::string> Translate(const AskOptions& options) override;
  Result<Reply> Answer(const AskOptions& options, const run::Inputs& inputs) override;

 private:
  Result<llm::ChatReply> Complete(const llm::ChatRequest& request);

  llm::ChatClient* client_;
  std::string model_id_;
};

}  // namespace arborist::ask
