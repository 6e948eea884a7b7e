// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "bundle/log_bundle.h"
#include "bundle/log_part.h"
#include "store/home/home.h"
#include "store/layout.h"
#include "store/shard/shard_reader.h"

namespace arborist::prove {

// An event of the home log and its way to the newest checkpoint that covers it; where none does, to
// the tree of the log as it is.
Result<bundle::LogPart> HomeLogPart(store::HomeStore* home, std::uint64_t seq);

// The same for an event of a shard: up to the tree that the home log recorded of the shard, and on
// from there. Where the home log knows nothing of it yet, up to the tree of the shard's log.
Result<bundle::LogPart> ShardLogPart(store::ShardReader* shard, store::HomeStore* home,
                                     std::uint64_t seq);

// The newest event of a location that has this revision: of several the first that binds most of
// its document and raw text, as all do that are not from older programs.
Result<bundle::LogPart> DocumentLogPart(const store::TextPlace& text, store::HomeStore* home);

// arborist-event-v1 of an event of the home log ("home") or of a shard. Checked before it is
// returned.
Result<json::Value> ProveEvent(const store::HomePaths& paths, std::string_view log,
                               std::uint64_t seq);

// arborist-consistency-v1 from a checkpoint to a later one of the same log. kDoesNotHold when this
// home's log has no path between them: it is not the log that they are of.
Result<json::Value> ProveConsistency(store::HomeStore* home, std::string_view older,
                                     std::string_view newer);

}  // namespace arborist::prove
