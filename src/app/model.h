// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "app/config.h"
#include "base/clock.h"
#include "base/sleeper.h"
#include "llm/chat_client.h"

namespace arborist::app {

// Whom a configuration has answer.
struct Model {
  std::unique_ptr<llm::ChatClient> client;  // none: extractive-v2
  std::string endpoint;
  std::string name;
};

struct ModelEnvironment {
  const Clock* clock = nullptr;
  Sleeper* sleeper = nullptr;
  const std::atomic<bool>* stop = nullptr;
};

Result<Model> OpenModel(const Config& config, const ModelEnvironment& environment);

}  // namespace arborist::app
