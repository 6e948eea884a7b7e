// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <vector>

namespace arborist::cli {

// The program: reads the arguments, runs one verb and returns the exit code. main and the tests
// that run verbs inside their own process call it.
int Main(int argc, char** argv);

// Every verb as it is typed, in order: "ask", "audit check", ...
std::vector<std::string> VerbNames();

}  // namespace arborist::cli
