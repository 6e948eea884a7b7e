// SPDX-License-Identifier: AGPL-3.0-only
#include <CLI/CLI.hpp>
#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "cli/session.h"
#include "cli/text_arguments.h"
#include "cli/verbs.h"

namespace {

// One line: what was wrong, and where to look.
std::string Explained(const CLI::App& app, const CLI::ParseError& error) {
  std::string text = error.what();
  constexpr std::string_view kTakes = ": takes ";  // cli/whole.h, cli/text_arguments.cc
  if (const std::size_t at = text.find(kTakes); at != std::string::npos) text.erase(at, 1);
  std::ranges::replace(text, '\n', ' ');
  std::string verb = "arborist";
  for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
    at = at->get_subcommands().front();
    verb += " " + at->get_name();
  }
  return text + "; " + verb + " --help shows what it takes";
}

}  // namespace

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
    if (error.get_exit_code() == 0) return app.exit(error);  // --help
    const std::string text = Explained(app, error);
    // What stands behind the mistake was not read any more.
    const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
    const auto is_json = [](std::string_view argument) { return argument == "--json"; };
    if (std::ranges::any_of(arguments, is_json)) {
      session.PrintJson(arborist::json::Object{
          {"error", arborist::json::Object{{"code", "invalid_argument"}, {"message", text}}}});
    } else {
      session.Note("arborist: " + session.Safe(text));
    }
    return 2;
  }
  if (session.version_wanted()) {
    PrintVersion(session);
  } else if (app.get_subcommands().empty()) {
    session.Fail(
        {arborist::ErrorCode::kInvalidArgument, "a verb is needed; arborist --help lists them"});
  }
  return session.exit_code();
}
