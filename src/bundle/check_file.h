// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "base/result.h"
#include "bundle/check.h"

namespace arborist::bundle {

// The arguments of `arborist verify` and `arborist-verify`.
struct FileToCheck {
  std::string file;      // - means standard input
  std::string root;      // all digits of a trusted root; empty: none
  std::string key_file;  // verifier key of the log; empty: none
};

// Reads and checks a file. Errors name the file, and say what a bundle is if it is none.
Result<CheckReport> CheckFile(const FileToCheck& wanted);

}  // namespace arborist::bundle
