// SPDX-License-Identifier: AGPL-3.0-only
#include "audit/snapshot_event.h"

#include "crypto/sha256.h"
#include "json/value.h"

namespace arborist::audit {

Hash256 HashSnapshotState(const Hash256& root, std::uint64_t doc_count,
                          const std::optional<Hash256>& parent) {
  return crypto::Sha256(json::Dump(
      json::Object{{"root", root.hex()},
                   {"count", static_cast<std::int64_t>(doc_count)},
                   {"parent", parent ? json::Value(parent->hex()) : json::Value(nullptr)}}));
}

}  // namespace arborist::audit
