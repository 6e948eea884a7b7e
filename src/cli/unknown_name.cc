// SPDX-License-Identifier: AGPL-3.0-only
#include "cli/unknown_name.h"

#include <CLI/CLI.hpp>

namespace arborist::cli {

std::string UnknownName(const CLI::App& program) {
  const CLI::App* reached = &program;
  while (!reached->get_subcommands().empty()) reached = reached->get_subcommands().front();
  // Every word that nothing took has fallen through to the program.
  const std::vector<std::string> left = program.remaining();
  const auto choices = reached->get_subcommands([](const CLI::App*) { return true; });
  if (choices.empty() || left.empty() || left.front().starts_with('-')) return "";
  const std::string& word = left.front();
  if (reached == &program) return "there is no verb " + word + "; arborist --help lists them";
  std::string names;
  for (const CLI::App* choice : choices) names += (names.empty() ? "" : ", ") + choice->get_name();
  return "arborist " + reached->get_name() + " has no subcommand " + word + "; it has " + names;
}

}  // namespace arborist::cli
