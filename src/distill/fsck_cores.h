// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "store/fsck/fsck.h"
#include "store/layout.h"

namespace arborist::distill {

// Continues where store::Fsck ends: checks every derivation of a sample of the cores against its
// sources, which must be in the corpus and hold the chunks that the proof names. full: of all
// cores; each compression is made again from the text of its source and compared, keywords only
// where their scope is the corpus of today (the others are counted as keywords_of_other_scopes).
// Reads only. Damage is a problem in the report, an error of the check itself the problem
// `core_check_failed`; docs/guide/fsck.md lists the kinds.
void CheckCores(const store::HomePaths& home, bool full, store::FsckReport* report);

}  // namespace arborist::distill
