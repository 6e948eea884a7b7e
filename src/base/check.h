// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

namespace arborist {

[[noreturn]] void CheckFailed(const char* what, const char* file, int line);

}  // namespace arborist

// A broken invariant is a bug of ours: say where and stop. On in every build.
#define CHECK(condition) \
  ((condition) ? (void)0 : ::arborist::CheckFailed(#condition, __FILE__, __LINE__))
