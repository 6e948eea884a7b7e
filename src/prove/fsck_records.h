// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "store/fsck/fsck.h"
#include "store/layout.h"

namespace arborist::prove {

// Goes on where store::Fsck ends, for a record's body is no matter of the store: every record
// against its own hashes, its row, its sources, the log, and what was said of it. Full: each run
// whose documents are there is also made again, as an auditor would. Damage is a problem in the
// report; docs/guide/fsck.md lists the kinds. Changes nothing.
void CheckRecords(const store::HomePaths& home, bool full, store::FsckReport* report);

}  // namespace arborist::prove
