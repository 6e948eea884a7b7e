// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>

#include "app/config.h"
#include "ask/ask.h"
#include "cli/command.h"

namespace arborist::cli {

// Who answers and by which rules: what query, ask and eval share.
struct AskFlags {
  std::string mode;
  std::string verifier;
  std::string dedup;
  std::int64_t max_context_chars = 0;
  std::string cite;
  std::string min_confidence;
  std::string endpoint;
  std::string model;
  std::string revision;
  std::string quantization;
  std::string extra_body;
  std::string policy_file;
  std::int64_t timeout = 0;
  bool stream = false;
  bool dry_run = false;
  bool reject_broad = false;
  bool nine = false;
  // How the whole corpus is searched: query and eval.
  std::size_t top_k = 8;
  std::size_t over_fetch = 32;
  std::string translate_to;
};
void AddAskFlags(Command* verb, AskFlags* flags);
void AddRetrievalFlags(Command* verb, AskFlags* flags);

// The configuration under these flags.
Result<app::Config> ConfigOf(const AskFlags& flags, const store::HomePaths& home);
// A run's policy and model; config.json, then --policy, then single flags.
Result<ask::AskOptions> AskOptionsOf(const AskFlags& flags, const app::Config& config);

}  // namespace arborist::cli
