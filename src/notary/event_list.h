// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "json/value.h"
#include "store/layout.h"
#include "store/log/log_view.h"

namespace arborist::notary {

struct EventFilter {
  std::string log;      // "home", a shard's name; empty: all, home first
  std::string type;     // as a whole, or up to a final *
  std::string subject;  // how it begins
  std::optional<std::int64_t> since;
  std::optional<std::int64_t> until;  // both inclusive, Unix seconds
  std::size_t newest = 0;             // of each log at most so many; 0: all
  bool texts = false;                 // with the private texts that were not erased
};

struct ListedEvent {
  std::string log;
  store::StoredEvent event;
  std::map<std::string, std::string> texts;  // by the name of their salted hash
};
json::Value ToJson(const ListedEvent& event);

// Shows events in the order of their logs. Their hashes are not checked: CheckLogs does that.
// kNotFound when a log of that name is not there.
Status ListEvents(const store::HomePaths& home, const EventFilter& filter,
                  const std::function<void(const ListedEvent&)>& visit);

// An event by its log and number ("home:5", "main:12"), or by its hash or a prefix of 8 digits.
struct EventName {
  std::string log;
  std::uint64_t seq = 0;
};
Result<EventName> FindEvent(const store::HomePaths& home, std::string_view name);

}  // namespace arborist::notary
