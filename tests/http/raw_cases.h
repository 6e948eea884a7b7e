// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <vector>

namespace arborist::testing_support {

// A request in bytes: one that a proxy and a server could read in two ways, that breaks a rule of
// HTTP, or that wants more than it may.
struct RawCase {
  std::string name;
  std::string bytes;
  int status;  // of the one answer that it gets; 0: the connection is closed without one
};
std::vector<RawCase> RawCases();

}  // namespace arborist::testing_support
