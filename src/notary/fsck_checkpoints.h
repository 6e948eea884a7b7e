// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "store/fsck/fsck.h"
#include "store/layout.h"

namespace arborist::notary {

// Goes on where store::Fsck ends, which holds the size and root of each kept checkpoint against the
// log: whether the key of this home, or one before it, has signed the very text. Without a key the
// checkpoints are counted as checkpoints_without_key.
void CheckCheckpoints(const store::HomePaths& home, store::FsckReport* report);

}  // namespace arborist::notary
