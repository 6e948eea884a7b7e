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

}  // namespace arborist
