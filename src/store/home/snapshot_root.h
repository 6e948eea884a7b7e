// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <vector>

#include "base/hash256.h"
#include "store/corpus.h"

namespace arborist::store {

// What all current texts of a corpus hash to: docs/format/snapshot.md.
using SnapshotRoot = Tagged<struct SnapshotRootTag>;

// The roots of all current surfaces, sorted, each once. Cores are left out: they follow from these.
// Whatever the shards, their names or the order of reading, equal texts give equal roots.
Result<std::vector<DocumentRoot>> CurrentSurfaceRoots(const Corpus& corpus);

// Their Merkle root (merkle/tree.h), the document roots being the leaves as they are. Precondition:
// sorted, each once.
SnapshotRoot RootOf(std::span<const DocumentRoot> roots);

}  // namespace arborist::store
