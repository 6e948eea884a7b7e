// SPDX-License-Identifier: AGPL-3.0-only
#include <cstdio>
#include <exception>

#include "cli/program.h"

int main(int argc, char** argv) {
  try {
    return arborist::cli::Main(argc, argv);
  } catch (const std::exception& error) {  // before a verb runs, or no memory to report its error
    std::fprintf(stderr, "arborist: unexpected failure: %s\n", error.what());
    return 4;
  }
}
