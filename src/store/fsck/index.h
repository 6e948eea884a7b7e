// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "store/fsck/checked_shard.h"
#include "store/fsck/postings.h"

namespace arborist::store {

// The index of texts, titles and keywords against chunks and locations: each has its row, no other
// row is there, lengths and counts fit, and the terms are those of the texts that were read
// (`expected`). A full check also searches for every term.
Status CheckIndex(const CheckedShard& shard, const ExpectedPostings& expected);

}  // namespace arborist::store
