// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace arborist::golden {

std::filesystem::path SourceFolder();

// The whole of a file, decoded where it is compressed.
Result<std::string> ReadDecoded(const std::filesystem::path& file);

// Data of others that stays outside the repository: ARBORIST_SHARED, default ../shared.
std::filesystem::path SharedFolder();

}  // namespace arborist::golden
