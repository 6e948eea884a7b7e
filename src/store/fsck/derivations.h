// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "store/fsck/checked_shard.h"
#include "store/fsck/log.h"

namespace arborist::store {

// Cores against the rows that say where they come from, and these against the log. Whether a
// derivation is right is checked above the store: distill/fsck_cores.h.
Status CheckDerivations(const CheckedShard& shard, const LoggedShard& logged);

}  // namespace arborist::store
