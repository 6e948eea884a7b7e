// SPDX-License-Identifier: AGPL-3.0-only
#include <CLI/CLI.hpp>

#include "cli/session.h"
#include "cli/verbs.h"

int main(int argc, char** argv) {
  using namespace arborist::cli;
  Session session;
  CLI::App app{"Arborist: a document store that can prove what it tells you", "arborist"};
  app.require_subcommand(1);
  app.fallthrough();
  session.AddGlobalOptions(&app);
  AddIngest(&app, &session);
  AddFsck(&app, &session);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return session.exit_code();
}
