// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>

#include "base/hash256.h"

namespace arborist::audit {

// What a shard_head event says of a shard's log, its size among it: sha256 of canonical JSON {head,
// log, shard, size}. docs/format/audit-chain.md.
Hash256 HashShardState(std::string_view shard, const Hash256& log, std::uint64_t size,
                       const EventHash& head);

}  // namespace arborist::audit
