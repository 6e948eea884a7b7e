// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "base/result.h"
#include "bundle/check.h"

namespace arborist::bundle {

// What `arborist verify` and `arborist-verify` are given.
struct FileToCheck {
  std::string file;      // - is standard input
  std::string root;      // the digits of a trusted root; empty: none
  std::string key_file;  // the log's verifier key; empty: none
};

// Reads and checks it. Errors name the file, and say what a bundle is where it is none.
Result<CheckReport> CheckFile(const FileToCheck& wanted);

}  // namespace arborist::bundle
