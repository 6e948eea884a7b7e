// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "store/fsck/checked_shard.h"

namespace arborist::store {

// These need no log: the rows of a shard against the schema and each other.

// What SQLite itself finds wrong with the file.
Status CheckStructure(const CheckedShard& shard);
// Values that the schema's CHECKs forbid.
Status CheckValues(const CheckedShard& shard);
// Rows that lead nowhere: chunks of no document, documents of no location, links of none ...
Status CheckOrphans(const CheckedShard& shard);

}  // namespace arborist::store
