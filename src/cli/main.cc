// SPDX-License-Identifier: AGPL-3.0-only
#include "cli/program.h"

int main(int argc, char** argv) { return arborist::cli::Main(argc, argv); }
