// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "app/home_environment.h"
#include "base/clock.h"
#include "base/contained.h"
#include "base/result.h"
#include "base/sleeper.h"
#include "base/standard_output.h"
#include "base/version.h"
#include "cli/command.h"
#include "json/value.h"
#include "store/layout.h"

namespace arborist::cli {

// What every verb shares: the global flags, the way results and errors are shown, the exit code.
// Results go to stdout, all else to stderr (docs: contract). One per process, made in main.
class Session {
 public:
  // Adds --home, --json, --progress and --version to the program.
  void AddGlobalOptions(Command* app);

  bool version_wanted() const { return version_wanted_; }
  bool json() const { return json_; }
  const std::string& progress() const { return progress_; }  // auto, plain, jsonl, none
  store::HomePaths home() const;                             // --home, ARBORIST_HOME, ~/.arborist
  bool colour() const;  // stdout is a terminal, NO_COLOR is not set
  const Clock& clock() const { return clock_; }
  Random& random() { return random_; }
  // To open the home, or what changes it, in the name of this program.
  app::HomeEnvironment environment();

  void Print(std::string_view text) const;         // stdout, as it is
  void PrintLine(std::string_view text) const;     // stdout, with a line feed
  void PrintJson(const json::Value& value) const;  // one line on stdout
  void Flush() const;                              // stdout, for a verb that goes on
  void Note(std::string_view text) const;          // stderr, with a line feed

  // Text from documents, made safe for a terminal.
  std::string Safe(std::string_view text) const;
  std::string Bold(std::string_view text) const;
  std::string Dim(std::string_view text) const;

  // Shows the error as docs/contract.md says and sets the exit code from error_table.h.
  void Fail(const Error& error);
  void SetExitCode(int code) { exit_code_ = code; }
  // The exit code of the program, which ends now. What was printed and did not arrive is told on
  // stderr, and makes a failure of a success.
  int Finish();

  // Runs a verb's body: its error, if any, becomes message and exit code.
  template <typename Body>
  void Run(Body body) {
    if (const Status status = Contained(body); !status) Fail(status.error());
  }

 private:
  std::string home_flag_;
  bool json_ = false;
  bool version_wanted_ = false;
  std::string progress_ = "auto";
  int exit_code_ = 0;
  mutable StandardOutput out_;  // printing is not what a session is about
  SystemClock clock_;
  SystemRandom random_;
  SystemSleeper sleeper_;
};

}  // namespace arborist::cli
