// SPDX-License-Identifier: AGPL-3.0-only
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <string>

#include "base/files.h"
#include "base/temporary_folder.h"
#include "jail/enter.h"
#include "jail/run.h"

namespace arborist::jail {
namespace {

// The end of a process that enters the jail and then does something.
int StatusInJail(const std::function<int()>& work, const JailLimits& limits = {}) {
  const pid_t pid = fork();
  if (pid == 0) {
    EnterJail(limits);
    _exit(work());
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return status;
}

bool Has(std::string_view name) {
  const pid_t pid = fork();
  if (pid == 0) {
    const auto parts = EnterJail({});
    _exit(std::ranges::any_of(parts, [&](const JailPart& part) {
      return part.name == name && part.state == JailPart::State::kInForce;
    }));
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

TEST(EnterJail, LetsAParserUseMemoryAndWriteToItsPipe) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const int status = StatusInJail([&] {
    const std::string text(std::size_t{32} << 20, 'x');
    return write(ends[1], text.data(), 5) == 5 ? 7 : 1;
  });
  ASSERT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 7);
  close(ends[0]);
  close(ends[1]);
}

TEST(EnterJail, OpensNoFile) {
  const int status = StatusInJail([] { return open("/etc/passwd", O_RDONLY) < 0 ? 7 : 1; });
  ASSERT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

TEST(EnterJail, EndsAProcessThatWantsTheNetworkOrAnother) {
  if (!Has("system calls")) GTEST_SKIP() << "no seccomp here";
  for (const auto& work :
       {std::function<int()>([] { return socket(AF_INET, SOCK_STREAM, 0); }),
        std::function<int()>([] { return static_cast<int>(fork()); }),
        std::function<int()>([] { return kill(getppid(), SIGTERM); }),
        std::function<int()>([] { return execl("/bin/true", "true", nullptr); })}) {
    const int status = StatusInJail(work);
    ASSERT_TRUE(WIFSIGNALED(status)) << status;
    EXPECT_EQ(WTERMSIG(status), SIGSYS);
  }
}

TEST(EnterJail, MakesNoMemoryExecutable) {
  if (!Has("system calls")) GTEST_SKIP() << "no seccomp here";
  const int status = StatusInJail([] {
    void* const page =
        mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED && errno == EACCES ? 7 : 1;
  });
  ASSERT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

TEST(EnterJail, BoundsProcessorTime) {
  const int status = StatusInJail(
      [] {
        for (volatile unsigned i = 0;;) i = i + 1;
        return 0;
      },
      {.processor_time = std::chrono::seconds(1)});
  ASSERT_TRUE(WIFSIGNALED(status)) << status;
  EXPECT_TRUE(WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL);
}

// -- from outside; shells and tools stand in for the reader

std::string Script(const TemporaryFolder& folder, const std::string& text) {
  const std::string path = (folder.path() / "script").string();
  EXPECT_TRUE(WriteFileAtomically(path, text));
  return path;
}

TEST(RunJailed, GivesTheInputAndTakesTheOutput) {
  const std::string input(300000, 'x');
  const auto output = RunJailed("/bin/cat", "-", input, {});
  ASSERT_TRUE(output) << output.error().message;
  EXPECT_TRUE(*output == input) << output->size();
}

TEST(RunJailed, HandsOnNoDescriptorAndNoEnvironment) {
  const FileDescriptor open_here(open("/dev/null", O_RDONLY));
  // The last one is the folder that is listed.
  EXPECT_EQ(RunJailed("/bin/ls", "/proc/self/fd", "", {}).value_or("?"), "0\n1\n2\n3\n");
  EXPECT_EQ(RunJailed("/usr/bin/env", "--", "", {}).value_or("?"), "");
}

TEST(RunJailed, PutsTheEndIntoWords) {
  const TemporaryFolder folder;
  const auto message = [&](const std::string& script) {
    const auto output = RunJailed("/bin/sh", Script(folder, script), "", {});
    return output ? "output: " + *output : output.error().message;
  };
  EXPECT_EQ(message("kill -SEGV $$"), "the parser failed (signal 11)");
  EXPECT_EQ(message("kill -XCPU $$"), "took too long");
  EXPECT_EQ(message("exit 3"), "the parser failed (exit code 3)");
  EXPECT_EQ(message("exit 64"), "this build has no reader");
  EXPECT_EQ(message("exit 65"), "needs more than 1 GiB of memory");
  const auto absent = RunJailed("/nowhere/arborist-read", "pdf", "", {});
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code, ErrorCode::kNotFound) << absent.error().message;
}

TEST(RunJailed, EndsAProcessThatHangsOrFloodsOrLivesOn) {
  const TemporaryFolder folder;
  const auto slow =
      RunJailed("/bin/sleep", "100", "", {.wall_time = std::chrono::milliseconds(100)});
  ASSERT_FALSE(slow);
  EXPECT_EQ(slow.error().message, "took too long");
  const auto flood = RunJailed("/usr/bin/yes", "y", "", {.max_output_bytes = 100000});
  ASSERT_FALSE(flood);
  EXPECT_EQ(flood.error().code, ErrorCode::kLimitExceeded);
  const auto alive =
      RunJailed("/bin/sh", Script(folder, "echo x; exec >&-; exec sleep 100"), "", {});
  EXPECT_FALSE(alive);
}

TEST(ReaderProgram, IsTheOneNamed) {
  ASSERT_EQ(setenv("ARBORIST_READ", "/somewhere/arborist-read", 1), 0);
  EXPECT_EQ(ReaderProgram().value_or(""), "/somewhere/arborist-read");
  ASSERT_EQ(unsetenv("ARBORIST_READ"), 0);
  const auto beside = ReaderProgram();
  EXPECT_TRUE(beside || beside.error().code == ErrorCode::kNotFound);
}

}  // namespace
}  // namespace arborist::jail
