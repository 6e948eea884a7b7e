// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace arborist::cli {

// One line on a command line that could not be read: what was wrong, and where to look.
std::string UsageError(const CLI::App& app, const CLI::ParseError& error);

}  // namespace arborist::cli
