// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "audit/event.h"
#include "base/hash256.h"
#include "bundle/checker.h"
#include "json/value.h"

namespace arborist::bundle {

// An event, and its place in the tree of its log.
struct LogPlace {
  audit::EventBody event;
  EventHash previous;
  EventHash hash;
  std::uint64_t tree_size = 0;
  Hash256 tree_root;
  std::vector<Hash256> path;
  Hash256 checkpoint_hash;  // CheckpointHash of the three
};

// An event with the way from its tree to a signed checkpoint. docs/format/bundle.md.
struct LogPart : LogPlace {
  std::optional<LogPlace> home = {};           // of a shard's event: what the home log says of it
  std::optional<std::string> checkpoint = {};  // the signed note of the home log's tree

  // The place in the log that is signed: in the home log, if the event is in a shard's log.
  const LogPlace& top() const { return home ? *home : *this; }
};

// sha256 of canonical JSON {log, root, size}: states root and size together, which a path alone
// does not bind.
Hash256 CheckpointHash(const Hash256& log, std::uint64_t size, const Hash256& root);

json::Object ToJson(const LogPart& log);
// Errors name the field.
Result<LogPart> ReadLogPart(const json::Value& value);

// The checks log_place, and where the bundle has them shard_head and checkpoint; the latter also
// when a key was given. Says what of the log is not proved.
void CheckLogPart(const LogPart& log, const VerifyOptions& options, ReportWriter* writer);
// For a bundle that holds no event: with a key that is a failure.
void CheckNoLogPart(const VerifyOptions& options, ReportWriter* writer);

// Why the event's own hash does not hold; empty when it does.
std::string EventHashProblem(const LogPlace& place);

}  // namespace arborist::bundle
