// SPDX-License-Identifier: AGPL-3.0-only
// main without its catch: builds the tree of verbs, parses, and lets the chosen verb's callback
// run. After a usage error --json is looked for by hand, because parsing stopped before it.
#include "cli/program.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "cli/command.h"
#include "cli/session.h"
#include "cli/verbs.h"

namespace arborist::cli {

int Main(int argc, char** argv) {
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
      session.PrintJson(json::Object{
          {"error", json::Object{{"code", "invalid_argument"}, {"message", outcome.text}}}});
    } else {
      session.Note("arborist: " + session.Safe(outcome.text));
    }
    session.SetExitCode(2);
    return session.Finish();
  }
  if (session.version_wanted()) {
    PrintVersion(session);
  } else if (outcome.parsed == Parsed::kNoVerb) {
    session.Fail({ErrorCode::kInvalidArgument, "a verb is needed; arborist --help lists them"});
  }
  return session.Finish();
}

std::vector<std::string> VerbNames() {
  Session session;
  Program program("", "arborist");
  AddVerbs(program.command(), &session);
  return program.command()->VerbNames();
}

}  // namespace arborist::cli
