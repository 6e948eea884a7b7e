// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/temporary_folder.h"

namespace arborist::testing_support {

struct Outcome {
  int exit_code = -1;  // -1: ended by a signal
  int signal = 0;
  std::string out;
  std::string err;
};

// build/arborist of the tree that this test was built in.
std::filesystem::path Program();

// A running program whose output goes to files. Killed and awaited at the end of its life.
class Child {
 public:
  explicit Child(std::vector<std::string> arguments,
                 const std::vector<std::string>& environment = {},
                 const std::filesystem::path& program = Program(), std::string_view input = {});
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t pid() const { return pid_; }
  std::filesystem::path out() const { return folder_.path() / "out"; }
  void Signal(int number) const;
  bool Running();
  std::string OutSoFar() const;
  std::string ErrSoFar() const;
  // Waits; kills what takes longer than the limit, with signal SIGALRM in the outcome.
  Outcome Wait(std::chrono::seconds limit = std::chrono::seconds(300));

 private:
  bool Reap(bool wait);
  TemporaryFolder folder_;
  pid_t pid_ = -1;
  bool ended_ = false;
  int status_ = 0;
};

// Runs build/arborist with these arguments to its end.
Outcome RunProgram(std::vector<std::string> arguments,
                   const std::vector<std::string>& environment = {});

std::string ReadWhole(const std::filesystem::path& path);
void WriteWhole(const std::filesystem::path& path, std::string_view content);  // makes folders too

}  // namespace arborist::testing_support
