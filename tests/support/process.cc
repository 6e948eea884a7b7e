// SPDX-License-Identifier: AGPL-3.0-only
#include "support/process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

#include "base/check.h"

namespace arborist::testing_support {

namespace fs = std::filesystem;

std::string ReadWhole(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void WriteWhole(const fs::path& path, std::string_view content) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  CHECK(file.good());
}

fs::path Program() {
  return fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "arborist";
}

Child::Child(std::vector<std::string> arguments, const std::vector<std::string>& environment,
             const fs::path& program, std::string_view input) {
  arguments.insert(arguments.begin(), program.string());
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const std::string out = folder_.path() / "out";
  const std::string err = folder_.path() / "err";
  std::string in = "/dev/null";
  if (!input.empty()) WriteWhole(in = folder_.path() / "in", input);
  pid_ = ::fork();
  CHECK(pid_ >= 0);
  if (pid_ != 0) return;
  const auto redirect = [](const char* path, int fd) {
    const int file = ::open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || ::dup2(file, fd) < 0) ::_exit(126);
    ::close(file);
  };
  redirect(out.c_str(), STDOUT_FILENO);
  redirect(err.c_str(), STDERR_FILENO);
  ::dup2(::open(in.c_str(), O_RDONLY), STDIN_FILENO);
  for (const std::string& pair : environment) ::putenv(const_cast<char*>(pair.c_str()));
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

Child::~Child() {
  if (ended_) return;
  ::kill(pid_, SIGKILL);
  Reap(true);
}

void Child::Signal(int number) const {
  if (!ended_) ::kill(pid_, number);
}

bool Child::Reap(bool wait) {
  if (ended_) return true;
  pid_t got;
  do {
    got = ::waitpid(pid_, &status_, wait ? 0 : WNOHANG);
  } while (got < 0 && errno == EINTR);
  ended_ = got == pid_;
  return ended_;
}

bool Child::Running() { return !Reap(false); }

std::string Child::OutSoFar() const { return ReadWhole(folder_.path() / "out"); }

std::string Child::ErrSoFar() const { return ReadWhole(folder_.path() / "err"); }

Outcome Child::Wait(std::chrono::seconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  bool late = false;
  while (!Reap(false)) {
    if (std::chrono::steady_clock::now() >= end) {
      late = true;
      ::kill(pid_, SIGKILL);
      Reap(true);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  Outcome outcome;
  if (WIFEXITED(status_)) outcome.exit_code = WEXITSTATUS(status_);
  if (WIFSIGNALED(status_)) outcome.signal = late ? SIGALRM : WTERMSIG(status_);
  outcome.out = ReadWhole(folder_.path() / "out");
  outcome.err = ErrSoFar();
  return outcome;
}

Outcome RunProgram(std::vector<std::string> arguments,
                   const std::vector<std::string>& environment) {
  return Child(std::move(arguments), environment).Wait();
}

}  // namespace arborist::testing_support
