// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "store/fsck/fsck.h"
#include "store/layout.h"

namespace arborist::distill {

// Goes on where store::Fsck ends: every derivation of a sample of the cores against its sources,
// which must be there and hold the chunks that it says. Full: of all cores, and each compression is
// made again from the text of its source and compared. Keywords only where their scope is the
// corpus of today; the others are counted as keywords_of_other_scopes. Damage is a problem in the
// report; docs/guide/fsck.md lists the kinds.
void CheckCores(const store::HomePaths& home, bool full, store::FsckReport* report);

}  // namespace arborist::distill
