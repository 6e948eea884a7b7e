// SPDX-License-Identifier: AGPL-3.0-only
// Refuses arguments that are not UTF-8, except paths, which on Linux are bytes.
#include "cli/text_arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "text/utf8.h"

namespace arborist::cli {

namespace {

// On Linux a path is bytes; all else that is typed gets stored, hashed, sent or shown as text.
bool TakesPath(std::string_view type_name) {
  constexpr std::array<std::string_view, 4> kPaths = {"FILE", "PATH", "DIR", "GLOB"};
  return std::ranges::any_of(kPaths,
                             [&](std::string_view word) { return type_name.contains(word); });
}

std::string Utf8Problem(std::string& text) {
  const std::size_t bad = text::FindInvalidUtf8(text);
  if (bad == std::string::npos) return {};
  return "takes UTF-8, and byte " + std::to_string(bad) +
         " of what was given is not; check the encoding of your terminal";
}

}  // namespace

void RequireText(CLI::App* app) {
  for (CLI::Option* option : app->get_options()) {
    const bool is_flag = option->get_items_expected_max() == 0;
    if (!is_flag && !TakesPath(option->get_type_name()))
      option->check(CLI::Validator(Utf8Problem, ""));
  }
  for (CLI::App* verb : app->get_subcommands({})) RequireText(verb);
}

}  // namespace arborist::cli
