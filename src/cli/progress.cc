// SPDX-License-Identifier: AGPL-3.0-only
// Sizes, times and counts for people, and the progress line of an ingest in its three forms:
// rewritten on a terminal, a line every two seconds, or JSON Lines.
#include "cli/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "text/utf8.h"

namespace arborist::cli {

namespace {

std::string OneDecimal(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, value >= 100 ? "%.0f" : "%.1f", value);
  return buffer;
}

double Tenths(double value) { return std::round(value * 10) / 10; }

std::size_t TerminalWidth() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20) return size.ws_col;
  return 80;
}

}  // namespace

std::string HumanBytes(double bytes) {
  if (bytes < 1000) return std::to_string(static_cast<long>(bytes)) + " bytes";
  if (bytes < 1e6) return OneDecimal(bytes / 1e3) + " kB";
  if (bytes < 1e9) return OneDecimal(bytes / 1e6) + " MB";
  return OneDecimal(bytes / 1e9) + " GB";
}

std::string HumanSeconds(double seconds) {
  if (seconds < 60) return OneDecimal(seconds) + " s";
  const auto whole = std::lround(seconds);
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string HumanCount(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

ProgressLine::ProgressLine(const Session* session) : session_(session) {
  const std::string& how = session->progress();
  if (how == "plain") mode_ = Mode::kPlain;
  if (how == "jsonl") mode_ = Mode::kJson;
  if (how == "auto" && isatty(STDERR_FILENO) != 0) mode_ = Mode::kTerminal;
}

ProgressLine::Pace ProgressLine::PaceOf(const ingest::IngestProgress& progress) const {
  const double elapsed =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  Pace pace{.share = 0,
            .bytes_per_second = static_cast<double>(progress.text_bytes) / std::max(elapsed, 0.001),
            .seconds_left = {}};
  if (progress.input_total > 0 && progress.input_bytes > 0 &&
      progress.input_bytes < progress.input_total) {
    pace.share =
        static_cast<double>(progress.input_bytes) / static_cast<double>(progress.input_total);
    pace.seconds_left = elapsed / pace.share - elapsed;
  }
  return pace;
}

std::string ProgressLine::Describe(const ingest::IngestProgress& progress) const {
  const Pace pace = PaceOf(progress);
  std::string line = HumanCount(progress.documents) + " documents, " +
                     HumanBytes(static_cast<double>(progress.text_bytes)) + ", " +
                     HumanBytes(pace.bytes_per_second) + "/s";
  if (pace.seconds_left) {
    line += ", " + std::to_string(static_cast<int>(pace.share * 100)) + " %, about " +
            HumanSeconds(*pace.seconds_left) + " left";
  }
  return line + "  " + session_->Safe(progress.current);
}

void ProgressLine::Show(const ingest::IngestProgress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (mode_ == Mode::kTerminal) {
    const std::string line = Describe(progress);
    std::fprintf(stderr, "\r\033[K%s",
                 std::string(text::Prefix(line, TerminalWidth() - 1)).c_str());
    std::fflush(stderr);
    shown_ = true;
  } else if (mode_ == Mode::kPlain && now - last_plain_ >= std::chrono::seconds(2)) {
    last_plain_ = now;
    session_->Note(Describe(progress));
  } else if (mode_ == Mode::kJson) {
    const Pace pace = PaceOf(progress);
    session_->Note(json::ToValidUtf8(json::DumpLine(
        json::Object{{"documents", static_cast<std::int64_t>(progress.documents)},
                     {"text_bytes", static_cast<std::int64_t>(progress.text_bytes)},
                     {"input_bytes", static_cast<std::int64_t>(progress.input_bytes)},
                     {"input_total", static_cast<std::int64_t>(progress.input_total)},
                     {"bytes_per_second", static_cast<std::int64_t>(pace.bytes_per_second)},
                     {"eta_seconds", pace.seconds_left ? json::Value(Tenths(*pace.seconds_left))
                                                       : json::Value(nullptr)},
                     {"current", progress.current}})));
  }
}

void ProgressLine::Clear() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  shown_ = false;
}

}  // namespace arborist::cli
