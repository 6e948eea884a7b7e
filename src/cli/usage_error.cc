// SPDX-License-Identifier: AGPL-3.0-only
// Words what CLI11 found wrong with a command line: which verb was probably meant (by edit
// distance, two letters at most), which subcommands there are, and arguments in the order in which
// they were typed.
#include "cli/usage_error.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

namespace arborist::cli {

namespace {

constexpr std::size_t kNear = 2;

// How many letters must be put in, left out or changed.
std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row.back();
}

// The verb that was probably meant. Nothing: none is near, or no letter would be left of the word.
std::optional<std::string> NearestVerb(const CLI::App& app, std::string_view word) {
  constexpr std::size_t kLongest = 32;
  if (word.empty() || word.size() > kLongest) return std::nullopt;
  std::size_t least = std::min(kNear, word.size() - 1) + 1;
  std::optional<std::string> nearest;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    const std::size_t distance = EditDistance(word, verb->get_name());
    if (distance >= least) continue;
    least = distance;
    nearest = verb->get_name();
  }
  return nearest;
}

// The verb that was reached, and what was typed to reach it.
struct Reached {
  const CLI::App* app;
  std::string name;
};
Reached DeepestOf(const CLI::App& app) {
  Reached reached{&app, "arborist"};
  while (!reached.app->get_subcommands().empty()) {
    reached.app = reached.app->get_subcommands().front();
    reached.name += " " + reached.app->get_name();
  }
  return reached;
}

}  // namespace

std::string UnknownName(const CLI::App& app) {
  const Reached reached = DeepestOf(app);
  // Every word that nothing took has fallen through to the program.
  const std::vector<std::string> rest = app.remaining(true);
  const auto choices = reached.app->get_subcommands([](const CLI::App*) { return true; });
  if (choices.empty() || rest.empty() || rest.front().starts_with('-')) return "";
  const bool verb = reached.app == &app;
  std::string text = verb ? "there is no verb \"" : reached.name + " has no subcommand \"";
  text += rest.front() + "\"; ";
  if (const auto meant = NearestVerb(*reached.app, rest.front())) {
    text += "did you mean " + *meant + "? ";
  }
  if (verb) return text + "arborist --help lists them";
  std::string names;
  for (const CLI::App* choice : choices) names += (names.empty() ? "" : ", ") + choice->get_name();
  return text + "it has " + names;
}

std::string UsageError(const CLI::App& app, const CLI::ParseError& error) {
  if (std::string unknown = UnknownName(app); !unknown.empty()) return unknown;
  std::string text = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    // In the order in which they were typed, which is not the library's.
    text = "not expected:";
    for (const std::string& argument : app.remaining(true)) text += " " + argument;
  }
  constexpr std::string_view kTakes = ": takes ";  // cli/whole.h, cli/text_arguments.cc
  if (const std::size_t at = text.find(kTakes); at != std::string::npos) text.erase(at, 1);
  std::ranges::replace(text, '\n', ' ');
  return text + "; " + DeepestOf(app).name + " --help shows what it takes";
}

}  // namespace arborist::cli
