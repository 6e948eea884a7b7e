// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

namespace arborist {

// The release, as --version names it: the version of the CMake project, which stands there alone.
extern const std::string_view kProgramVersion;

// The program with its release, "arborist/0.1.0": the actor of audit events, and how it presents
// itself to HTTP servers.
extern const std::string_view kProgramActor;

}  // namespace arborist
