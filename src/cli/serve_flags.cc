// SPDX-License-Identifier: AGPL-3.0-only
#include "cli/serve_flags.h"

namespace arborist::cli {

void AddModelFlags(Command* verb, ModelFlags* flags) {
  verb->AddOption("--endpoint", flags->endpoint,
                  "OpenAI-compatible endpoint that answers (default: as configured)")
      ->TypeName("URL");
  verb->AddOption("--model", flags->model, "Model name at that endpoint")->TypeName("NAME");
}

Result<app::Config> ConfigOf(const ModelFlags& flags, const store::HomePaths& home) {
  TRY_ASSIGN(app::Config config, app::LoadConfig(home, app::ProcessEnvironment));
  if (!flags.endpoint.empty()) config.endpoint = flags.endpoint;
  if (!flags.model.empty()) config.model = flags.model;
  return config;
}

void AddMcpFlags(Command* verb, McpFlags* flags) {
  verb->AddFlag("--allow-write", flags->allow_write,
                "Agents may falsify answers and, with --root, take in documents");
  verb->AddOption("--root", flags->root,
                  "Agents may take in files below this folder, links resolved; needs "
                  "--allow-write")
      ->TypeName("DIR");
}

Result<std::optional<serve::mcp::IngestPaths>> IngestPathsOf(Session* session,
                                                             const McpFlags& flags) {
  if (flags.root.empty()) return std::nullopt;
  if (!flags.allow_write) {
    return Fail(ErrorCode::kInvalidArgument, "--root needs --allow-write; give both or neither");
  }
  TRY_ASSIGN(serve::mcp::IngestPaths paths,
             serve::mcp::IngestPaths::Open(flags.root, session->home()));
  return std::optional(std::move(paths));
}

}  // namespace arborist::cli
