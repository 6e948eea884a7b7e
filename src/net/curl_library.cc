// SPDX-License-Identifier: AGPL-3.0-only
// Loads libcurl at first use with dlopen. Linking it would load its thirty dependencies at every
// start of the program, also of verbs that never use the network. The symbols are resolved once,
// and a missing one is reported by name.
#include "net/curl_library.h"

#include <dlfcn.h>

#include "base/check.h"

namespace arborist::net {

namespace {

constexpr const char* kFile = "libcurl.so.4";

struct Loaded {
  CurlLibrary library;
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
#define ARBORIST_CURL_LOAD(name)                                                     \
  result.library.name =                                                              \
      reinterpret_cast<decltype(result.library.name)>(dlsym(handle, "curl_" #name)); \
  if (result.library.name == nullptr) result.missing = "curl_" #name;
    ARBORIST_CURL_FUNCTIONS(ARBORIST_CURL_LOAD)
#undef ARBORIST_CURL_LOAD
    if (result.missing.empty() && result.library.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
      result.missing = "curl_global_init";
    }
    return result;
  }();
  return loaded;
}

}  // namespace

Status LoadCurl() {
  const std::string& missing = Load().missing;
  if (missing.empty()) return {};
  return Fail(ErrorCode::kEnvironment, "the network needs libcurl, of which " + missing +
                                           " is not there; install the package libcurl4");
}

const CurlLibrary& Curl() {
  CHECK(Load().missing.empty());
  return Load().library;
}

}  // namespace arborist::net
