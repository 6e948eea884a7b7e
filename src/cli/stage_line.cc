// SPDX-License-Identifier: AGPL-3.0-only
// One line on standard error that says what is being done; rewritten on a terminal and removed at
// the end.
#include "cli/stage_line.h"

#include <unistd.h>

#include <cstdio>
#include <string>

namespace arborist::cli {

StageLine::StageLine(const Session* session) : session_(session) {
  const std::string& how = session->progress();
  terminal_ = how == "auto" && isatty(STDERR_FILENO) != 0;
  plain_ = how == "plain";
  json_ = how == "jsonl";
}

StageLine::~StageLine() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void StageLine::Show(std::string_view stage) {
  if (terminal_) {
    std::fputs(("\r\033[K" + std::string(stage) + "...").c_str(), stderr);
    shown_ = true;
  } else if (plain_) {
    session_->Note(std::string(stage) + "...");
  } else if (json_) {
    session_->Note(json::DumpLine(json::Object{{"stage", stage}}));
  }
}

}  // namespace arborist::cli
