// SPDX-License-Identifier: AGPL-3.0-only
#include <CLI/CLI.hpp>

#include "cli/session.h"
#include "cli/verbs.h"

int main(int argc, char** argv) {
  using namespace arborist::cli;
  Session session;
  CLI::App app{"Arborist: a document store that can prove what it tells you", "arborist"};
  app.require_subcommand(0, 1);
  app.fallthrough();
  session.AddGlobalOptions(&app);
  AddIngest(&app, &session);
  AddSearch(&app, &session);
  AddQuery(&app, &session);
  AddAsk(&app, &session);
  AddDocuments(&app, &session);
  AddStats(&app, &session);
  AddFsck(&app, &session);
  AddProve(&app, &session);
  AddEval(&app, &session);
  AddCheck(&app, &session);
  AddProvidence(&app, &session);
  AddExplain(&app, &session);
  AddInspect(&app, &session);
  AddEmergent(&app, &session);
  AddReclassify(&app, &session);
  AddFalsify(&app, &session);
  AddBurn(&app, &session);
  AddServe(&app, &session);
  AddToken(&app, &session);
  AddRpc(&app, &session);
  AddVerify(&app, &session);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (session.version_wanted()) {
    PrintVersion(session);
  } else if (app.get_subcommands().empty()) {
    session.Fail(
        {arborist::ErrorCode::kInvalidArgument, "a verb is needed; arborist --help lists them"});
  }
  return session.exit_code();
}
