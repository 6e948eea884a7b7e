// SPDX-License-Identifier: AGPL-3.0-only
#include <unistd.h>

#include <string>

#include "app/rpc_lines.h"
#include "app/rpc_server.h"
#include "cli/session.h"
#include "cli/verbs.h"

namespace arborist::cli {

void AddRpc(Command* app, Session* session) {
  Command* verb = app->AddSubcommand(
      "rpc", "Serve the deterministic core as JSON-RPC 2.0, one request per line on stdin");
  std::string methods;
  for (const std::string_view name : app::RpcServer().method_names()) {
    methods += (methods.empty() ? "" : ", ") + std::string(name);
  }
  verb->Footer("Methods: " + methods +
               ".\n\nExamples:\n"
               "  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"canonicalize\","
               "\"params\":{\"text\":\" a  b \"}}' | arborist rpc\n"
               "  arborist rpc < requests.jsonl > responses.jsonl");
  verb->Callback([=] {
    session->Run([&] { return app::ServeRpcLines(app::RpcServer(), STDIN_FILENO, STDOUT_FILENO); });
  });
}

}  // namespace arborist::cli
