// SPDX-License-Identifier: AGPL-3.0-only
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <optional>

#include "app/service.h"
#include "cli/serve_flags.h"
#include "cli/session.h"
#include "cli/stop_signal.h"
#include "cli/verbs.h"
#include "serve/mcp/protocol.h"
#include "serve/mcp/stdio.h"
#include "serve/mcp/tools.h"

namespace arborist::cli {

namespace {

struct Flags {
  McpFlags mcp;
  ModelFlags model;
};

Status Run(Session* session, const Flags& flags) {
  TRY_ASSIGN(const app::Config config, ConfigOf(flags.model, session->home()));
  const std::atomic<bool>* stop = StopOnSignals();
  std::signal(SIGPIPE, SIG_IGN);  // a client that has gone is seen when it is written to
  app::HomeEnvironment environment = session->environment();
  environment.stop = stop;
  TRY_ASSIGN(const std::unique_ptr<app::Service> service,
             app::Service::Open({.environment = environment, .config = config}));
  TRY_ASSIGN(const std::optional<serve::mcp::IngestPaths> ingest,
             IngestPathsOf(session, flags.mcp));
  const serve::mcp::Protocol protocol(
      serve::mcp::ToolsOf(service.get(), ingest ? &*ingest : nullptr),
      serve::mcp::ResourcesOf(service.get()));
  return serve::mcp::ServeStdio(protocol, STDIN_FILENO, STDOUT_FILENO,
                                {.may_write = flags.mcp.allow_write, .stop = stop});
}

}  // namespace

void AddMcp(Command* app, Session* session) {
  auto flags = std::make_shared<Flags>();
  Command* verb = app->AddSubcommand(
      "mcp", "Serve agents over the Model Context Protocol, on stdin and stdout");
  AddMcpFlags(verb, &flags->mcp);
  AddModelFlags(verb, &flags->model);
  verb->Footer(
      "Tools: search, read, query, check, prove, explain, status; with --allow-write falsify and, "
      "with --root\ntoo, ingest. Protocol 2025-06-18, 2025-11-25 and 2026-07-28. arborist serve "
      "offers the same at /mcp.\n\n"
      "Examples:\n  arborist mcp\n  arborist mcp --allow-write --root ~/papers\n"
      "  claude mcp add arborist -- arborist mcp");
  verb->Callback([=] { session->Run([&] { return Run(session, *flags); }); });
}

}  // namespace arborist::cli
