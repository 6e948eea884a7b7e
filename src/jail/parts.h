// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "base/result.h"

// The two parts of the jail that the kernel is told by raw system calls, for EnterJail alone. Each
// returns the detail of what is in force, or why it is absent.
namespace arborist::jail {

// Denies every path of the file system, and TCP where the kernel can.
Result<std::string> DenyFiles();

// Allows the system calls of system_calls.cc; any other ends the process.
Result<std::string> AllowFewSystemCalls();

}  // namespace arborist::jail
