// SPDX-License-Identifier: AGPL-3.0-only
// The parts of the jail, put up one behind the other: limits first, for later ones forbid the call;
// no_new_privs before Landlock and seccomp, which demand it of ordinary users.
#include "jail/enter.h"

#include <sys/prctl.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "jail/parts.h"

namespace arborist::jail {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitsMemory = false;  // shadow memory is terabytes of address space
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kLimitsMemory = false;
#else
constexpr bool kLimitsMemory = true;
#endif
#else
constexpr bool kLimitsMemory = true;
#endif

Result<std::string> LimitResources(const JailLimits& limits) {
  const auto seconds = static_cast<rlim_t>(limits.processor_time.count());
  struct Limit {
    int resource;
    rlim_t value;
  };
  // Files of size 0: the answer must go to a pipe. No processes: not heeded for root, whom the
  // system calls' list stops.
  const Limit all[] = {{RLIMIT_CORE, 0},  {RLIMIT_NOFILE, 0},    {RLIMIT_FSIZE, 0},
                       {RLIMIT_NPROC, 0}, {RLIMIT_CPU, seconds}, {RLIMIT_AS, limits.memory_bytes}};
  for (const Limit& one : all) {
    if (one.resource == RLIMIT_AS && !kLimitsMemory) continue;
    const rlimit both{one.value, one.value};
    if (setrlimit(static_cast<__rlimit_resource_t>(one.resource), &both) != 0)
      return Fail(ErrorCode::kEnvironment, std::string("setrlimit: ") + std::strerror(errno));
  }
  if (!kLimitsMemory) return "without memory, in a build with sanitizers";
  return std::to_string(limits.memory_bytes >> 20) + " MiB, " + std::to_string(seconds) + " s";
}

Result<std::string> RenouncePrivileges() {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0)
    return Fail(ErrorCode::kUnsupported, std::string("prctl: ") + std::strerror(errno));
  return std::string();
}

JailPart PartOf(std::string_view name, Result<std::string> outcome) {
  if (outcome) return {name, JailPart::State::kInForce, std::move(*outcome)};
  return {name, JailPart::State::kAbsent, std::move(outcome).error().message};
}

}  // namespace

std::vector<JailPart> EnterJail(const JailLimits& limits) {
  std::vector<JailPart> parts;
  parts.reserve(4);
  parts.push_back(PartOf("no new privileges", RenouncePrivileges()));
  // Before the limits: it opens a descriptor.
  parts.push_back(PartOf("file access", DenyFiles()));
  parts.push_back(PartOf("resource limits", LimitResources(limits)));
  parts.push_back(PartOf("system calls", AllowFewSystemCalls()));
  return parts;
}

}  // namespace arborist::jail
