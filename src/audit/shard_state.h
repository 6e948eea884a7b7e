// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>

#include "base/hash256.h"

namespace arborist::audit {

// The hash `state` of a shard_head event, which binds the size of the shard's log: sha256 of
// canonical JSON {head, log, shard, size}. docs/format/audit-chain.md.
Hash256 HashShardState(std::string_view shard, const Hash256& log, std::uint64_t size,
                       const EventHash& head);

}  // namespace arborist::audit
