// SPDX-License-Identifier: AGPL-3.0-only
#include "audit/shard_state.h"

#include "crypto/sha256.h"
#include "json/value.h"

namespace arborist::audit {

Hash256 HashShardState(std::string_view shard, const Hash256& log, std::uint64_t size,
                       const EventHash& head) {
  return crypto::Sha256(json::Dump(json::Object{{"shard", std::string(shard)},
                                                {"log", log.hex()},
                                                {"size", static_cast<std::int64_t>(size)},
                                                {"head", head.hex()}}));
}

}  // namespace arborist::audit
