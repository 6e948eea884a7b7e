// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "json/value.h"
#include "run/policy.h"
#include "store/layout.h"

namespace arborist::app {

// What may be set once instead of on every command: flags beat the environment, which beats
// config.json in the home. docs/guide/ask.md.
struct Config {
  std::string endpoint;  // empty: extractive-v2 answers
  std::string model;
  std::string quantization;
  std::string api_key;
  std::chrono::seconds timeout{60};
  bool allow_private_redirects = false;
  json::Object policy;  // fields of a run's policy
};

// How the environment is read; empty for what is not set.
using Environment = std::function<std::string(const char* name)>;
std::string ProcessEnvironment(const char* name);

// The API key comes from ARBORIST_API_KEY or from keys/api_key, a file that only its owner can
// read, never from a flag or config.json (decision 32). Errors name the file and the field.
Result<Config> LoadConfig(const store::HomePaths& home, const Environment& environment);

// The policy that these fields ask for. Where they name no answer mode, an answer without a model
// is in pointers (select): it is made of the source's own sentences. Only lexical-v3 judges those.
Result<run::Policy> WantedPolicy(const Config& config, json::Object fields);

}  // namespace arborist::app
