// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "base/result.h"

namespace arborist {

// Our own code throws nothing, but the standard library and others do: above all std::bad_alloc.
// Contained calls `work`, which returns a Status or a Result, and makes an error of whatever is
// thrown, so that it costs one request, one file or one run and never the process. What was half
// done must not be used any more.
template <typename Work>
auto Contained(Work&& work) -> decltype(std::forward<Work>(work)()) {
  try {
    return std::forward<Work>(work)();
  } catch (const std::bad_alloc&) {
    // Short enough to need no memory of its own.
    return Fail(ErrorCode::kEnvironment, "out of memory");
  } catch (const std::exception& error) {
    return Fail(ErrorCode::kEnvironment, std::string("unexpected failure: ") + error.what());
  }
}

// Throws what `new` throws when a C library could not allocate: not a bug of ours, as a CHECK says.
inline void DemandMemory(bool got) {
  if (!got) throw std::bad_alloc();
}

// Carries what our callbacks throw past the C library that calls them: no exception may cross its
// frames. Who called the library calls Rethrow behind it.
class CallbackFailure {
 public:
  // False: `work` threw, now or in an earlier call; the callback tells the library to stop.
  template <typename Work>
  bool Catch(Work&& work) noexcept {
    if (thrown_) return false;
    try {
      std::forward<Work>(work)();
    } catch (...) {
      thrown_ = std::current_exception();
    }
    return !thrown_;
  }
  void Rethrow() {
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  std::exception_ptr thrown_;
};

}  // namespace arborist
