// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "faults/fault_vfs.h"
#include "support/process.h"
#include "support/verb_cases.h"

namespace arborist::faults {

struct Ran {
  testing_support::Outcome outcome;
  std::array<std::uint64_t, kOperations> counts = {};
  bool hit = false;
  int ended_with = -1;  // the verb's exit code, whatever became of the process
  std::string answers;  // of a server
};

// The program in a forked child whose files are under the plan.
Ran RunVerb(const std::vector<std::string>& arguments, const Plan& plan,
            const std::string& input = {}, const std::vector<std::string>& requests = {});

}  // namespace arborist::faults
