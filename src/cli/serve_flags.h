// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>

#include "app/config.h"
#include "cli/command.h"
#include "cli/session.h"
#include "serve/mcp/ingest_paths.h"

namespace arborist::cli {

// Who answers, for mcp and for serve.
struct ModelFlags {
  std::string endpoint;
  std::string model;
};
void AddModelFlags(Command* verb, ModelFlags* flags);
// The configuration under these flags.
Result<app::Config> ConfigOf(const ModelFlags& flags, const store::HomePaths& home);

// What agents may do, for mcp and for serve.
struct McpFlags {
  bool allow_write = false;
  std::string root;
};
void AddMcpFlags(Command* verb, McpFlags* flags);

// None: agents cannot take in documents.
Result<std::optional<serve::mcp::IngestPaths>> IngestPathsOf(Session* session,
                                                             const McpFlags& flags);

}  // namespace arborist::cli
