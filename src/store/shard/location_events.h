// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <functional>

#include "base/result.h"
#include "store/log/log_view.h"
#include "store/shard/shard_reader.h"

namespace arborist::store {

// The newest event of each location that has this revision, in the order of the log, at most `most`
// of them. The callback returns false to stop. kNotFound: the log has no such event.
Status ReadLocationEvents(const TextPlace& text, std::size_t most,
                          const std::function<bool(const StoredEvent&)>& visit);

}  // namespace arborist::store
