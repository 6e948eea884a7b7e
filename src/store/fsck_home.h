// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "store/fsck.h"

namespace arborist::store {

// Checks the home store: its own chain, and what it knows of the shards against their logs.
void CheckHome(const HomePaths& home, FsckReport* report);

}  // namespace arborist::store
