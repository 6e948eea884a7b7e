// SPDX-License-Identifier: AGPL-3.0-only
#include "faults/run_verb.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <new>

#include "base/check.h"
#include "cli/program.h"

namespace arborist::faults {

namespace {

namespace fs = std::filesystem;
using testing_support::ReadWhole;
using testing_support::WriteWhole;

constexpr unsigned kSecondsAtMost = 120;  // SIGALRM ends a verb that hangs

// Memory that parent and child see.
class SharedControl {
 public:
  explicit SharedControl(const Plan& plan) {
    void* const memory =
        ::mmap(nullptr, sizeof(Control), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    control_ = new (memory) Control;
    control_->plan = plan;
  }
  ~SharedControl() { ::munmap(control_, sizeof(Control)); }
  SharedControl(const SharedControl&) = delete;
  SharedControl& operator=(const SharedControl&) = delete;
  Control* get() const { return control_; }

 private:
  Control* control_;
};

[[noreturn]] void BeTheProgram(std::vector<std::string> arguments, const fs::path& folder,
                               Control* control) {
  const auto redirect = [&](const char* name, int flags, int to) {
    const int file = ::open((folder / name).c_str(), flags, 0600);
    if (file < 0 || ::dup2(file, to) < 0) ::_exit(126);
    ::close(file);
  };
  redirect("in", O_RDONLY, STDIN_FILENO);
  redirect("out", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  redirect("err", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  ::alarm(kSecondsAtMost);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  Install(control);
  const int code = cli::Main(static_cast<int>(arguments.size()), argv.data());
  VerbEnded(code);
  std::fflush(nullptr);
  ::_exit(code);
}

}  // namespace

Ran RunVerb(const std::vector<std::string>& arguments, const Plan& plan, const std::string& input,
            const std::vector<std::string>& requests) {
  const TemporaryFolder folder;
  WriteWhole(folder.path() / "in", input);
  const SharedControl control(plan);
  std::vector<std::string> all = {"arborist"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::fflush(nullptr);
  const pid_t pid = ::fork();
  CHECK(pid >= 0);
  if (pid == 0) BeTheProgram(std::move(all), folder.path(), control.get());
  Ran ran;
  if (!requests.empty()) {
    ran.answers = testing_support::AskServer(pid, folder.path() / "out", requests);
  }
  int status = 0;
  CHECK(::waitpid(pid, &status, 0) == pid);
  if (WIFEXITED(status)) ran.outcome.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ran.outcome.signal = WTERMSIG(status);
  ran.outcome.out = ReadWhole(folder.path() / "out");
  ran.outcome.err = ReadWhole(folder.path() / "err");
  for (std::size_t i = 0; i < kOperations; ++i) ran.counts[i] = control.get()->counts[i];
  if (!input.empty()) ran.answers = ran.outcome.out;
  ran.ended_with = control.get()->ended_with;
  ran.hit = control.get()->hit;
  return ran;
}

}  // namespace arborist::faults
