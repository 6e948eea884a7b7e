// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "store/fsck/checked_shard.h"
#include "store/fsck/log.h"
#include "store/fsck/postings.h"

namespace arborist::store {

// Every document's row against the log, and every leaf, root and raw text of the documents, or of a
// sample of them (FsckOptions). Notes in `expected` what the index must hold for the texts it has
// read, also where it ends with an error.
Status CheckDocuments(const CheckedShard& shard, const LoggedShard& logged,
                      ExpectedPostings* expected);

}  // namespace arborist::store
