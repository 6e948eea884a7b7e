// SPDX-License-Identifier: AGPL-3.0-only
// One process a run: posix_spawn with the input as a sealed memory file and a pipe for the answer,
// every other descriptor closed. The pipe is read until its end, the deadline or the cap; behind
// the last two the process is killed. It is reaped in any case, and its end put into words.
#include "jail/run.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <utility>

#include "base/files.h"

namespace arborist::jail {
namespace {

using SteadyClock = std::chrono::steady_clock;

Result<FileDescriptor> MemoryFileOf(std::string_view bytes) {
  FileDescriptor file(memfd_create("input", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file.valid()) return std::unexpected(SystemError("a memory file", errno));
  while (!bytes.empty()) {
    const ssize_t written = write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return std::unexpected(SystemError("a memory file", errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (lseek(file.get(), 0, SEEK_SET) != 0)
    return std::unexpected(SystemError("a memory file", errno));
  // So that the parser cannot change what was read from under itself, nor the caller.
  fcntl(file.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL);
  return file;
}

// What posix_spawn is told: descriptors 0 to 2 and no others, signals as a new program expects
// them.
class SpawnPlan {
 public:
  SpawnPlan(int input, int output) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  int Spawn(const std::string& program, const std::string& kind, pid_t* pid) const {
    // posix_spawn does not write to them.
    const std::array<char*, 3> arguments = {const_cast<char*>(program.c_str()),
                                            const_cast<char*>(kind.c_str()), nullptr};
    const std::array<char*, 1> environment = {nullptr};
    return posix_spawn(pid, program.c_str(), &actions_, &attributes_, arguments.data(),
                       environment.data());
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

enum class Stop : std::uint8_t { kNone, kDeadline, kTooMuch, kBroken };

// Reads the pipe until it ends or something stops it.
Stop Collect(int pipe, const RunLimits& limits, std::string* output) {
  const auto deadline = SteadyClock::now() + limits.wall_time;
  std::array<char, 1 << 16> buffer;
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - SteadyClock::now());
    if (left.count() <= 0) return Stop::kDeadline;
    pollfd ready{.fd = pipe, .events = POLLIN, .revents = 0};
    const int count = poll(&ready, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 1000)));
    if (count < 0 && errno != EINTR) return Stop::kBroken;
    if (count <= 0) continue;
    const ssize_t got = read(pipe, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Stop::kBroken;
    if (got == 0) return Stop::kNone;
    if (output->size() + static_cast<std::size_t>(got) > limits.max_output_bytes)
      return Stop::kTooMuch;
    output->append(buffer.data(), static_cast<std::size_t>(got));
  }
}

// Waits for a process that has closed its output; one that then lives on is killed.
void AwaitEnd(pid_t pid) {
  const FileDescriptor process(static_cast<int>(syscall(SYS_pidfd_open, pid, 0U)));
  if (!process.valid()) return;  // before Linux 5.3: its processor time is limited, too
  pollfd ended{.fd = process.get(), .events = POLLIN, .revents = 0};
  int count = 0;
  do {
    count = poll(&ended, 1, 2000);
  } while (count < 0 && errno == EINTR);
  if (count <= 0) kill(pid, SIGKILL);
}

Result<int> Reap(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return std::unexpected(SystemError("waiting for a reader", errno));
  }
  return status;
}

std::unexpected<Error> TookTooLong() { return Fail(ErrorCode::kLimitExceeded, "took too long"); }

Status InWords(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (signal == SIGXCPU || signal == SIGKILL) return TookTooLong();
    if (signal == SIGSYS) {
      return Fail(ErrorCode::kInvalidData,
                  "the parser failed: it asked the system for what no reader needs");
    }
    return Fail(ErrorCode::kInvalidData,
                "the parser failed (signal " + std::to_string(signal) + ")");
  }
  const int code = WEXITSTATUS(status);
  if (code == 0) return {};
  if (code == kExitOutOfMemory) {
    return Fail(ErrorCode::kLimitExceeded, "needs more than 1 GiB of memory");
  }
  if (code == kExitUnknownKind) {
    return Fail(ErrorCode::kUnsupported, "this build has no reader");
  }
  return Fail(ErrorCode::kInvalidData,
              "the parser failed (exit code " + std::to_string(code) + ")");
}

}  // namespace

std::chrono::seconds ProcessorTimeFor(std::uint64_t input_bytes) {
  return std::chrono::seconds(18 + input_bytes / 80000);
}

RunLimits RunLimitsFor(std::uint64_t input_bytes) {
  return {.wall_time = std::chrono::milliseconds(22000 + input_bytes / 50)};
}

Result<std::filesystem::path> ReaderProgram() {
  // Read before any thread changes the environment; this program never does.
  const char* const named = std::getenv("ARBORIST_READ");  // NOLINT(concurrency-mt-unsafe)
  if (named != nullptr && *named != '\0') return std::filesystem::path(named);
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path beside = self.parent_path() / "arborist-read";
  if (!error && access(beside.c_str(), X_OK) == 0) return beside;
  return Fail(ErrorCode::kNotFound, "the program arborist-read is not at " + beside.string() +
                                        "; install it there or name it in ARBORIST_READ");
}

Result<std::string> RunJailed(const std::filesystem::path& program, const std::string& kind,
                              std::string_view input, const RunLimits& limits) {
  TRY_ASSIGN(const FileDescriptor file, MemoryFileOf(input));
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::unexpected(SystemError("a pipe", errno));
  const FileDescriptor answer(ends[0]);
  FileDescriptor question(ends[1]);
  pid_t pid = 0;
  if (const int error = SpawnPlan(file.get(), question.get()).Spawn(program.string(), kind, &pid);
      error != 0) {
    return std::unexpected(SystemError("running " + program.string(), error));
  }
  question = FileDescriptor();  // or the pipe would never end
  std::string output;
  const Stop stop = Collect(answer.get(), limits, &output);
  if (stop != Stop::kNone) {
    kill(pid, SIGKILL);
  } else {
    AwaitEnd(pid);
  }
  TRY_ASSIGN(const int status, Reap(pid));
  if (stop == Stop::kDeadline) return TookTooLong();
  if (stop == Stop::kTooMuch)
    return Fail(ErrorCode::kLimitExceeded, "gives more text than is taken");
  if (stop == Stop::kBroken) return Fail(ErrorCode::kEnvironment, "the reader's pipe broke");
  TRY(InWords(status));
  return output;
}

}  // namespace arborist::jail
