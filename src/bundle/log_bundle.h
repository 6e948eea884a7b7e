// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <vector>

#include "bundle/log_part.h"

namespace arborist::bundle {

// Bundles of the log itself: docs/format/bundle.md.

// arborist-event-v1: an event and its way to a checkpoint.
json::Value MakeEventBundle(const LogPart& log);

// arborist-consistency-v1: two signed checkpoints of one log, and the path which shows that the
// newer log continues the older one.
struct ConsistencyBundle {
  std::string older;  // signed notes
  std::string newer;
  std::vector<Hash256> path;
};
json::Value ToJson(const ConsistencyBundle& bundle);

Result<VerifyReport> VerifyEventBundle(const json::Value& bundle, const VerifyOptions& options);
Result<VerifyReport> VerifyConsistencyBundle(const json::Value& bundle,
                                             const VerifyOptions& options);

}  // namespace arborist::bundle
