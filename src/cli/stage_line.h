// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "cli/session.h"

namespace arborist::cli {

// What is being done right now, on stderr as --progress says: a line that rewrites itself on a
// terminal and is gone at the end, plain lines, or JSON Lines.
class StageLine {
 public:
  explicit StageLine(const Session* session);
  ~StageLine();
  StageLine(const StageLine&) = delete;
  StageLine& operator=(const StageLine&) = delete;
  void Show(std::string_view stage);

 private:
  const Session* session_;
  bool terminal_ = false, plain_ = false, json_ = false, shown_ = false;
};

}  // namespace arborist::cli
