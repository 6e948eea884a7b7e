// SPDX-License-Identifier: AGPL-3.0-only
// The roots of all shards are sorted together and each is kept once, so that a document that two
// shards hold counts as one.
#include "store/home/snapshot_root.h"

#include <algorithm>
#include <functional>

#include "base/check.h"
#include "merkle/tree.h"

namespace arborist::store {

Result<std::vector<DocumentRoot>> CurrentSurfaceRoots(const Corpus& corpus) {
  std::vector<DocumentRoot> roots;
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const std::vector<DocumentRoot> some, shard->documents().CurrentSurfaceRoots());
    roots.insert(roots.end(), some.begin(), some.end());
  }
  std::sort(roots.begin(), roots.end());
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  return roots;
}

SnapshotRoot RootOf(std::span<const DocumentRoot> roots) {
  CHECK(std::adjacent_find(roots.begin(), roots.end(), std::greater_equal<>()) == roots.end());
  return SnapshotRoot(merkle::Root(std::vector<Hash256>(roots.begin(), roots.end())));
}

}  // namespace arborist::store
