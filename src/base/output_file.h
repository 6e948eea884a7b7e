// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <string_view>

#include "base/result.h"

namespace arborist {

// Writes a result to the place that a user named. A regular file is replaced as WriteFileAtomically
// does; a link stays and the file it leads to is replaced; a pipe or a device is written into.
Status WriteOutputFile(const std::filesystem::path& path, std::string_view content);

}  // namespace arborist
