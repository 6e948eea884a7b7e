// SPDX-License-Identifier: AGPL-3.0-only
// A seccomp filter, assembled by hand: classic BPF that reads the number of a system call and looks
// it up in two lists. Those that a parser needs pass (memory may not become executable); a few that
// libraries try and can do without fail with EACCES; any other ends the process with SIGSYS.
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "jail/parts.h"

namespace arborist::jail {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;  // its runtime calls what it likes
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif
#else
constexpr bool kSanitized = false;
#endif

constexpr auto kAllowed = std::to_array<std::uint32_t>({
    SYS_read,          SYS_write,          SYS_munmap,     SYS_mremap, SYS_brk,
    SYS_madvise,       SYS_exit,           SYS_exit_group, SYS_futex,  SYS_rt_sigreturn,
    SYS_newfstatat,    SYS_fstat,          SYS_lseek,      SYS_close,  SYS_getrandom,
    SYS_clock_gettime, SYS_rt_sigprocmask, SYS_gettid,     SYS_getpid,
});

// Allowed unless they ask for memory that can be executed.
constexpr auto kMemory = std::to_array<std::uint32_t>({SYS_mmap, SYS_mprotect});

// abort() raises its signal by tgkill; the process ends one way or the other.
constexpr auto kRefused = std::to_array<std::uint32_t>({
    SYS_openat,
#ifdef SYS_open
    SYS_open,
    SYS_access,
    SYS_readlink,
    SYS_stat,
#endif
    SYS_faccessat,
    SYS_readlinkat,
    SYS_ioctl,
    SYS_uname,
    SYS_sysinfo,
    SYS_prlimit64,
    SYS_sched_getaffinity,
});

constexpr std::uint32_t kEnd = SECCOMP_RET_KILL_PROCESS;
constexpr std::uint32_t kRefuse = SECCOMP_RET_ERRNO | EACCES;

using Program = std::vector<sock_filter>;

void Load(Program* program, std::size_t offset) {
  program->push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)));
}

void Return(Program* program, std::uint32_t what) {
  program->push_back(BPF_STMT(BPF_RET | BPF_K, what));
}

// Returns `what` if the loaded word is `value`.
void ReturnIf(Program* program, std::uint32_t value, std::uint32_t what) {
  program->push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
  Return(program, what);
}

Program MakeProgram() {
  Program program;
  Load(&program, offsetof(seccomp_data, arch));
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0));
  Return(&program, kEnd);
  Load(&program, offsetof(seccomp_data, nr));
  for (const std::uint32_t number : kAllowed) ReturnIf(&program, number, SECCOMP_RET_ALLOW);
  for (const std::uint32_t number : kRefused) ReturnIf(&program, number, kRefuse);
  for (const std::uint32_t number : kMemory) {
    // Over the five behind it unless it is this one; the last word asked is the protection.
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4));
    Load(&program, offsetof(seccomp_data, args) + 2 * sizeof(std::uint64_t));
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0));
    Return(&program, SECCOMP_RET_ALLOW);
    Return(&program, kRefuse);
  }
  Return(&program, kEnd);
  return program;
}

}  // namespace

Result<std::string> AllowFewSystemCalls() {
  if (kArchitecture == 0)
    return Fail(ErrorCode::kUnsupported, "no list for this kind of processor");
  if (kSanitized) return Fail(ErrorCode::kUnsupported, "off in a build with sanitizers");
  Program filters = MakeProgram();
  const sock_fprog program{.len = static_cast<unsigned short>(filters.size()),
                           .filter = filters.data()};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    return Fail(ErrorCode::kUnsupported, std::string("seccomp: ") + std::strerror(errno));
  return "seccomp, " + std::to_string(kAllowed.size() + kMemory.size()) + " calls";
}

}  // namespace arborist::jail
