// SPDX-License-Identifier: AGPL-3.0-only
#include "store/shard/views.h"

#include "base/check.h"

namespace arborist::store {

bool SameRevision(const TextPlace& a, const TextPlace& b) {
  if (a.text_hash && b.text_hash) return a.root == b.root && *a.text_hash == *b.text_hash;
  return a.shard == b.shard && a.doc_id == b.doc_id && a.revision == b.revision;
}

const LocationView& DocumentView::shown() const {
  CHECK(!locations.empty());
  for (const LocationView& location : locations) {
    if (location.current()) return location;
  }
  return locations.front();
}

}  // namespace arborist::store
