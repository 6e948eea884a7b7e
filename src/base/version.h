// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

namespace arborist {

// The release, as --version and the audit log name it. CMakeLists.txt says the same.
inline constexpr std::string_view kProgramVersion = "0.1.0";

}  // namespace arborist
