// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/config.h"
#include "ask/ask.h"
#include "cli/command.h"

namespace arborist::cli {

// Who answers and by which rules: what query, ask and eval share.
struct AskFlags {
  // Question fields, by the table of app/question_fields.h.
  std::string mode;
  std::string verifier;
  std::string dedup;
  std::string fidelity;
  std::int64_t max_context_chars = 0;
  std::string cite;
  std::string min_confidence;
  std::string keywords;
  std::string chain;  // empty: private, if the record is new
  bool reject_broad = false;
  bool bind_verifier = false;
  bool burn = false;
  // How the whole corpus is searched: query and eval.
  std::int64_t top_k = 8;
  std::int64_t over_fetch = 32;
  std::string translate_to;

  std::string endpoint;
  std::string model;
  std::string revision;
  std::string quantization;
  std::string extra_body;
  std::string policy_file;
  std::int64_t timeout = 0;
  bool stream = false;
  bool dry_run = false;
};
void AddAskFlags(Command* verb, AskFlags* flags);
void AddRetrievalFlags(Command* verb, AskFlags* flags);
// The flag of one question field, as the table has it.
void AddQuestionFlag(Command* verb, std::string_view field, std::string* value);
void AddQuestionFlag(Command* verb, std::string_view field, std::int64_t* value);
void AddQuestionFlag(Command* verb, std::string_view field, bool* value);

// The configuration under these flags.
Result<app::Config> ConfigOf(const AskFlags& flags, const store::HomePaths& home);
// A run's policy and model; config.json, then --policy, then single flags.
Result<ask::AskOptions> AskOptionsOf(const AskFlags& flags, const app::Config& config);

}  // namespace arborist::cli
