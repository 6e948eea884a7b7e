// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "store/fsck/checked_shard.h"
#include "store/fsck/log.h"

namespace arborist::store {

// Evicted texts: chunks, the table of evictions and the log must say the same of each. That a text
// is not there is no damage; one that is missing without a word is.
Status CheckTiers(const CheckedShard& shard, const LoggedShard& logged);

}  // namespace arborist::store
