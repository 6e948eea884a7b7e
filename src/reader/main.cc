// SPDX-License-Identifier: AGPL-3.0-only
// arborist-read KIND: reads the file on standard input and writes what it says to standard output.
// It takes the bytes, shuts itself in (jail/enter.h) and only then looks at them. Arborist runs it;
// people have no use for it.
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <string>
#include <string_view>

#include "base/version.h"
#include "jail/enter.h"
#include "jail/run.h"
#include "reader/answer.h"
#include "reader/kinds.h"

namespace {

using namespace arborist;

constexpr int kExitUsage = 2;
constexpr int kExitFailed = 4;

// The standard input: mapped if it is a file, else read. Stays until the process ends.
bool TakeInput(std::string* owned, std::string_view* input) {
  struct stat status{};
  if (fstat(STDIN_FILENO, &status) != 0) return false;
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    const auto size = static_cast<std::size_t>(status.st_size);
    void* const bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0);
    if (bytes == MAP_FAILED) return false;
    *input = {static_cast<const char*>(bytes), size};
    return true;
  }
  std::array<char, 1 << 16> buffer;
  while (true) {
    const ssize_t got = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) break;
    owned->append(buffer.data(), static_cast<std::size_t>(got));
  }
  *input = *owned;
  return true;
}

bool WriteAll(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

int Run(std::string_view name) {
  const bool doctor = name == reader::kDoctor;
  const reader::Kind* const kind = reader::KindNamed(name);
  if (kind == nullptr && !doctor) return jail::kExitUnknownKind;
  std::string owned;
  std::string_view input;
  if (!TakeInput(&owned, &input)) return kExitFailed;
  const auto parts = jail::EnterJail({.processor_time = jail::ProcessorTimeFor(input.size())});
  if (doctor) return WriteAll(reader::SelfReport(parts)) ? 0 : kExitFailed;
  const auto answer = reader::Answer(*kind, input);
  if (!answer) return jail::kExitOutOfMemory;
  return WriteAll(*answer) ? 0 : kExitFailed;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view argument = argc == 2 ? argv[1] : "";
  if (argument == "--version") {
    std::printf("arborist-read %s\n", std::string(kProgramVersion).c_str());
    return 0;
  }
  if (argument.empty() || argument.starts_with("-")) {
    std::fputs(
        "usage: arborist-read KIND <FILE\nArborist runs it to read files that may be hostile.\n",
        stderr);
    return kExitUsage;
  }
  const int code = Run(argument);
  _exit(code);  // what was read is not tidied up: the process ends
}
