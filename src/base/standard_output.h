// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "base/result.h"

namespace arborist {

// What a program writes to stdout, and whether it arrived. Writing goes on after a failure; the
// end of the program asks for it, once.
class StandardOutput {
 public:
  void Write(std::string_view text);
  void Flush();
  // Flushes. The error is the first that was met, of whatever was written to stdout.
  Status Finish();

 private:
  int error_number_ = 0;
};

}  // namespace arborist
