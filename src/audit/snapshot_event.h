// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/hash256.h"

namespace arborist::audit {

// The event of a snapshot. Its subject is the root; its hash `state` binds the root, the number of
// documents and the root of the previous snapshot. docs/format/snapshot.md.
inline constexpr std::string_view kSnapshotCreate = "snapshot_create";
Hash256 HashSnapshotState(const Hash256& root, std::uint64_t doc_count,
                          const std::optional<Hash256>& parent);

}  // namespace arborist::audit
