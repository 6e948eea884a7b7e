// SPDX-License-Identifier: AGPL-3.0-only
// CMakeLists.txt of this folder defines ARBORIST_VERSION for this file alone, so that a new release
// compiles one file and not all that name it.
#include "base/version.h"

namespace arborist {

constinit const std::string_view kProgramVersion = ARBORIST_VERSION;
constinit const std::string_view kProgramActor = "arborist/" ARBORIST_VERSION;

}  // namespace arborist
