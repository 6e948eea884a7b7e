// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "audit/event.h"
#include "base/hash256.h"
#include "json/value.h"

namespace arborist::bundle {

// An event, and its place in the tree of its log: the `log` of bundles. docs/format/bundle.md.
struct LogPlace {
  audit::EventBody event;
  EventHash previous;
  EventHash hash;
  std::uint64_t tree_size = 0;
  Hash256 tree_root;
  std::vector<Hash256> path;
  Hash256 checkpoint_hash;  // CheckpointHash of the three
};

// sha256 of canonical JSON {log, root, size}: states root and size together, which a path alone
// does not bind.
Hash256 CheckpointHash(const Hash256& log, std::uint64_t size, const Hash256& root);

json::Value ToJson(const LogPlace& log);
Result<LogPlace> ReadLogPlace(const json::Value& value);

// Fields of a bundle; errors name them.
Result<Hash256> ReadHash(const json::Value& value, std::string_view name);
Result<std::uint64_t> ReadCount(const json::Value& value, std::string_view name);

// What is wrong with the event's hash, or with its place, beginning with a code; empty: nothing.
std::string EventHashProblem(const LogPlace& log);
std::string LogPlaceProblem(const LogPlace& log);
std::string LogPlaceText(const LogPlace& log);  // what holds when there is none

}  // namespace arborist::bundle
