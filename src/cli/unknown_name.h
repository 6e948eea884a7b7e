// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace arborist::cli {

// After parsing: what to say when a word stands where the name of a verb or of a verb's subcommand
// was due, and is none. Empty where there is no such word.
std::string UnknownName(const CLI::App& program);

}  // namespace arborist::cli
