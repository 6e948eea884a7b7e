// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "store/fsck/checked_shard.h"
#include "store/fsck/log.h"

namespace arborist::store {

// The compression dictionary against the log, which names the one in use by its hash: there is at
// most one.
Status CheckDictionary(const CheckedShard& shard, const LoggedShard& logged);

}  // namespace arborist::store
