// SPDX-License-Identifier: AGPL-3.0-only
// Loads libgit2 with dlopen, in the version whose headers this build read: others lay out their
// structures otherwise.
#include "git/functions.h"

#include <dlfcn.h>

#include <string>

#include "base/check.h"

namespace arborist::git {

namespace {

constexpr const char* kFile = "libgit2.so." LIBGIT2_SOVERSION;

struct Loaded {
  Functions functions;
  std::string missing;  // what could not be had; empty: all is there
};

const Loaded& Load() {
  // A static: the dynamic linker is one per process, so there can be only one of this.
  static const Loaded loaded = [] {
    Loaded result;
    void* const handle = dlopen(kFile, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
      result.missing = kFile;
      return result;
    }
#define ARBORIST_GIT_LOAD(name)                                                       \
  result.functions.name =                                                             \
      reinterpret_cast<decltype(result.functions.name)>(dlsym(handle, "git_" #name)); \
  if (result.functions.name == nullptr) result.missing = "git_" #name;
    ARBORIST_GIT_FUNCTIONS(ARBORIST_GIT_LOAD)
#undef ARBORIST_GIT_LOAD
    return result;
  }();
  return loaded;
}

}  // namespace

Status LoadGit() {
  const std::string& missing = Load().missing;
  if (missing.empty()) return {};
  return Fail(ErrorCode::kEnvironment, "reading repositories needs libgit2, of which " + missing +
                                           " is not there; install the package libgit2-" +
                                           LIBGIT2_SOVERSION);
}

const Functions& Git() {
  CHECK(Load().missing.empty());
  return Load().functions;
}

}  // namespace arborist::git
