// SPDX-License-Identifier: AGPL-3.0-only
#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "cli/command.h"
#include "cli/session.h"
#include "cli/verbs.h"

int main(int argc, char** argv) {
  using namespace arborist::cli;
  Session session;
  Program program("Arborist: a document store that can prove what it tells you", "arborist");
  session.AddGlobalOptions(program.command());
  AddVerbs(program.command(), &session);
  const ParseOutcome outcome = program.Run(argc, argv);
  if (outcome.parsed == Parsed::kHelp) {
    session.Print(outcome.text);
    return session.Finish();
  }
  if (outcome.parsed == Parsed::kUsageError) {
    // Reading stopped at the mistake, so a --json behind it was not seen.
    const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
    const auto is_json = [](std::string_view argument) { return argument == "--json"; };
    if (std::ranges::any_of(arguments, is_json)) {
      session.PrintJson(
          arborist::json::Object{{"error", arborist::json::Object{{"code", "invalid_argument"},
                                                                  {"message", outcome.text}}}});
    } else {
      session.Note("arborist: " + session.Safe(outcome.text));
    }
    session.SetExitCode(2);
    return session.Finish();
  }
  if (session.version_wanted()) {
    PrintVersion(session);
  } else if (outcome.parsed == Parsed::kNoVerb) {
    session.Fail(
        {arborist::ErrorCode::kInvalidArgument, "a verb is needed; arborist --help lists them"});
  }
  return session.Finish();
}
