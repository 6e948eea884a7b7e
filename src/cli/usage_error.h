// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace arborist::cli {

// After parsing: what to say when a word stands where the name of a verb or of a verb's subcommand
// was due, and is none. Empty where there is no such word.
std::string UnknownName(const CLI::App& app);

// One line on a command line that could not be read: what was wrong, and where to look.
std::string UsageError(const CLI::App& app, const CLI::ParseError& error);

}  // namespace arborist::cli
