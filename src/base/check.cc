// SPDX-License-Identifier: AGPL-3.0-only
#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace arborist {

void CheckFailed(const char* what, const char* file, int line) {
  std::fprintf(stderr, "arborist: internal error: %s does not hold (%s:%d); please report this\n",
               what, file, line);
  std::abort();
}

}  // namespace arborist
