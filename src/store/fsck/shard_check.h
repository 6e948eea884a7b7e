// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>

#include "store/fsck/fsck.h"
#include "store/layout.h"

namespace arborist::store {

enum class ShardUse : std::uint8_t {
  kAbsent,  // there is no such file, or only what a writer left that was killed while it made it
  kUnused,  // nothing was ever put into it
  kUsed,    // or it could not be read, so that it may have been
};

// Runs all checks of one shard; what they find goes into the report. Each check stands on its own:
// damage that ends one must not hide what the others find.
ShardUse CheckShard(const ShardAddress& shard, const FsckOptions& options, FsckReport* report);

}  // namespace arborist::store
