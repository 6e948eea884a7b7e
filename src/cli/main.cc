// SPDX-License-Identifier: AGPL-3.0-only
#include <CLI/CLI.hpp>
#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "cli/session.h"
#include "cli/text_arguments.h"
#include "cli/usage_error.h"
#include "cli/verbs.h"

int main(int argc, char** argv) {
  using namespace arborist::cli;
  Session session;
  CLI::App app{"Arborist: a document store that can prove what it tells you", "arborist"};
  app.require_subcommand(0, 1);
  app.fallthrough();
  session.AddGlobalOptions(&app);
  AddIngest(&app, &session);
  AddDistill(&app, &session);
  AddSearch(&app, &session);
  AddQuery(&app, &session);
  AddAsk(&app, &session);
  AddDocuments(&app, &session);
  AddStats(&app, &session);
  AddFsck(&app, &session);
  AddProve(&app, &session);
  AddEval(&app, &session);
  AddConcepts(&app, &session);
  AddCheck(&app, &session);
  AddProvidence(&app, &session);
  AddExplain(&app, &session);
  AddInspect(&app, &session);
  AddEmergent(&app, &session);
  AddReclassify(&app, &session);
  AddFalsify(&app, &session);
  AddBurn(&app, &session);
  AddAudit(&app, &session);
  AddKey(&app, &session);
  AddSnapshot(&app, &session);
  AddEvict(&app, &session);
  AddRehydrate(&app, &session);
  AddServe(&app, &session);
  AddToken(&app, &session);
  AddRpc(&app, &session);
  AddMcp(&app, &session);
  AddVerify(&app, &session);
  RequireText(&app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0 && UnknownName(app).empty()) {  // --help
      session.Print(app.help());
      return session.Finish();
    }
    const std::string text = UsageError(app, error);
    // What stands behind the mistake was not read any more.
    const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
    const auto is_json = [](std::string_view argument) { return argument == "--json"; };
    if (std::ranges::any_of(arguments, is_json)) {
      session.PrintJson(arborist::json::Object{
          {"error", arborist::json::Object{{"code", "invalid_argument"}, {"message", text}}}});
    } else {
      session.Note("arborist: " + session.Safe(text));
    }
    session.SetExitCode(2);
    return session.Finish();
  }
  if (session.version_wanted()) {
    PrintVersion(session);
  } else if (app.get_subcommands().empty()) {
    session.Fail(
        {arborist::ErrorCode::kInvalidArgument, "a verb is needed; arborist --help lists them"});
  }
  return session.Finish();
}
