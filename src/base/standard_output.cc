// SPDX-License-Identifier: AGPL-3.0-only
#include "base/standard_output.h"

#include <cerrno>
#include <cstdio>

#include "base/files.h"

namespace arborist {

// The stream forgets why it failed, and drops what it held: the reason is kept when it is known.
void StandardOutput::Write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() && error_number_ == 0) {
    error_number_ = errno;
  }
}

void StandardOutput::Flush() {
  if (std::fflush(stdout) != 0 && error_number_ == 0) error_number_ = errno;
}

Status StandardOutput::Finish() {
  Flush();
  if (error_number_ == 0 && std::ferror(stdout) != 0) error_number_ = EIO;
  if (error_number_ == 0) return {};
  return std::unexpected(SystemError("cannot write to standard output", error_number_));
}

}  // namespace arborist
