// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "base/result.h"
#include "bundle/verify.h"

namespace arborist::bundle {

// The arguments of `arborist verify` and `arborist-verify`.
struct FileToVerify {
  std::string file;      // - means standard input
  std::string root;      // all digits of a trusted root; empty: none
  std::string key_file;  // verifier key of the log; empty: none
};

// Reads and checks a file. Errors name the file, and say what a bundle is if it is none.
Result<VerifyReport> VerifyFile(const FileToVerify& wanted);

}  // namespace arborist::bundle
