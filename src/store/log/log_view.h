// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "audit/event.h"
#include "base/hash256.h"
#include "base/result.h"
#include "store/layout.h"

namespace arborist::store {

struct StoredEvent {
  audit::EventBody body;
  EventHash hash;
};

struct LogHead {
  Hash256 log;
  std::uint64_t size = 0;
  EventHash head;
};

// The end of a range that goes to the end of the log. For ReadEvents only: ReadHashes takes the
// number of events (LogHead::size).
inline constexpr std::uint64_t kNewestEvent = std::numeric_limits<std::uint64_t>::max();

struct ChainCheckOptions;  // chain_check.h
struct CheckedChain;

// One log to read: that of a shard or of the home store. Signing, proving, checking and listing
// need this and nothing else of a store. Events are given as they are kept; only CheckChain hashes
// them again. Got from HomeStore::log, ShardReader::log (valid as long as these) or OpenLog.
// Belongs to one thread at a time. kCorrupt: what is kept of an event is damaged.
class LogView {
 public:
  LogView() = default;
  LogView(const LogView&) = delete;
  LogView& operator=(const LogView&) = delete;
  virtual ~LogView() = default;

  // kCorrupt: the log has no id or no event.
  virtual Result<LogHead> Head() const = 0;

  // The events from <= seq < to, in order. The callback returns false to stop.
  virtual Status ReadEvents(std::uint64_t from, std::uint64_t to,
                            const std::function<bool(const StoredEvent&)>& visit) const = 0;

  // The hashes of the events from <= seq < to, in order, without a look at their bodies: the leaves
  // of the log's tree. kCorrupt: one of them is missing.
  virtual Status ReadHashes(std::uint64_t from, std::uint64_t to,
                            const std::function<void(const EventHash&)>& visit) const = 0;

  // For each of these events, in the order given: what is kept of the texts behind its salted
  // hashes, by their names. A text that was erased is not there.
  using Texts = std::map<std::string, std::string>;
  virtual Status ReadTexts(
      std::span<const std::uint64_t> seqs,
      const std::function<void(std::uint64_t seq, Texts texts)>& visit) const = 0;

  // The numbers of events whose hash begins with these digits, at most `limit`, in no order.
  // Refuses what are no hex digits, and more of them than a hash has.
  virtual Result<std::vector<std::uint64_t>> FindByHash(std::string_view hex_prefix,
                                                        std::size_t limit) const = 0;

  // Whether rows beside the log speak of an event behind its newest. No writer leaves such a thing:
  // the end of the log was cut off. Looks at one moment, for others may be writing.
  virtual Result<bool> RowsSpeakOfLater() const = 0;

  // Hashes the log again from its first event on, over several threads with views of their own.
  virtual Result<CheckedChain> CheckChain(const ChainCheckOptions& options) const = 0;

  // kNotFound: the log has no such event.
  Result<StoredEvent> EventAt(std::uint64_t seq) const;
};

// What people call the log of the home store; that of a shard is called as the shard.
inline constexpr std::string_view kHomeLog = "home";

// Which log of a home. A shard may be called home, too, so its name alone does not say.
struct LogName {
  enum class Of : std::uint8_t { kHome, kShard };
  Of of = Of::kHome;
  std::string text = std::string(kHomeLog);

  static LogName Shard(std::string name) { return {Of::kShard, std::move(name)}; }
};

// The logs that a home has: that of the home store first, then those of its shards.
Result<std::vector<LogName>> LogNames(const HomePaths& home);

// Opens a log as it stands: its schema is neither checked nor migrated. For whoever lists or checks
// logs; all others have a store open.
Result<std::unique_ptr<LogView>> OpenLog(const HomePaths& home, const LogName& name);

}  // namespace arborist::store
