// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>

namespace arborist {

// Makes a home in folder/home that has used every feature: each table of its two shards and of its
// home store has a row, but for those that no program writes.
void MakeHomeWithEveryFeature(const std::filesystem::path& folder);

}  // namespace arborist
