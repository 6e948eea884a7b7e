// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/hash256.h"
#include "json/value.h"

namespace arborist::audit {

inline constexpr int kEventVersion = 1;

// FROZEN audit chain, v 1: docs/format/audit-chain.md. event_hash = sha256(utf8(prev_hex +
// canonical_json(body))); the first prev is 64 zeros.

// The hashed part of an event. It has no URI, title, question, answer or reason: such a text
// appears as sha256(salt | text), and salt and text are in a row that burning erases.
struct EventBody {
  Hash256 log;  // 32 random bytes, fixed in event 0: logs never share an event
  std::uint64_t seq = 0;
  std::string type;
  std::int64_t time = 0;  // Unix seconds, never decreasing within a log
  std::string subject;    // what changed: a root or key in hex, or the name of a shard
  std::string actor;      // which program acted, "arborist/0.1.0"
  std::map<std::string, Hash256> hashes;
};

json::Value BodyToJson(const EventBody& body);
EventHash HashEvent(const EventHash& previous, const EventBody& body);
Hash256 SaltedHash(std::string_view salt, std::string_view text);

inline constexpr std::size_t kSaltBytes = 16;

// Checks a chain event by event from the first one. One thread at a time.
class ChainChecker {
 public:
  // Refusals by name: seq_gap, log_changed, time_decreased, event_hash_mismatch.
  Status Next(const EventBody& body, const EventHash& stored_hash);

  std::uint64_t size() const { return size_; }
  const EventHash& head() const { return head_; }

 private:
  std::uint64_t size_ = 0;
  Hash256 log_;
  std::int64_t last_time_ = 0;
  EventHash head_;
};

}  // namespace arborist::audit
