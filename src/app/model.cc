// SPDX-License-Identifier: AGPL-3.0-only
// Decides by the configuration whether an endpoint or extractive-v2 answers, and says what is
// missing.
#include "app/model.h"

#include "llm/openai_client.h"

namespace arborist::app {

Result<Model> OpenModel(const Config& config, const ModelEnvironment& environment) {
  if (config.endpoint.empty()) {
    if (config.model.empty() || config.model == "extractive-v2") return Model{};
    return Fail(
        ErrorCode::kInvalidArgument,
        "model " + config.model +
            " needs an endpoint; name it with --endpoint URL or ARBORIST_ENDPOINT, or leave "
            "--model out to have extractive-v2 answer");
  }
  if (config.model.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "endpoint " + config.endpoint +
                                                 " needs a model; name it with --model NAME or "
                                                 "ARBORIST_MODEL");
  }
  TRY_ASSIGN(llm::OpenAiClient client,
             llm::OpenAiClient::Open({.base_url = config.endpoint,
                                      .api_key = config.api_key,
                                      .timeout = config.timeout,
                                      .allow_private_redirects = config.allow_private_redirects,
                                      .stop = environment.stop},
                                     *environment.clock, *environment.sleeper));
  return Model{std::make_unique<llm::OpenAiClient>(std::move(client)), config.endpoint,
               config.model};
}

}  // namespace arborist::app
