// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "cli/session.h"
#include "ingest/ingest.h"

namespace arborist::cli {

std::string HumanBytes(double bytes);         // "52.4 MB"
std::string HumanSeconds(double seconds);     // "1 min 20 s"
std::string HumanCount(std::uint64_t count);  // "22,642"

// Shows how an ingest goes, on stderr: a line that rewrites itself on a terminal, plain lines, or
// JSON Lines, as --progress says. Off when stderr is not a terminal, unless asked for.
class ProgressLine {
 public:
  explicit ProgressLine(const Session* session);
  bool active() const { return mode_ != Mode::kNone; }
  void Show(const ingest::IngestProgress& progress);
  void Clear();  // before other lines are written

 private:
  enum class Mode : std::uint8_t { kNone, kTerminal, kPlain, kJson };
  struct Pace {
    double share = 0;  // of the input; 0: not known
    double bytes_per_second = 0;
    std::optional<double> seconds_left;
  };
  Pace PaceOf(const ingest::IngestProgress& progress) const;
  std::string Describe(const ingest::IngestProgress& progress) const;

  const Session* session_;
  Mode mode_ = Mode::kNone;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_plain_{};
};

}  // namespace arborist::cli
