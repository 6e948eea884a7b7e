// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "store/layout.h"
#include "store/log/log_view.h"
#include "store/shard/shard_reader.h"

namespace arborist::sqlite {
class Database;
}

namespace arborist::store {

class AuditLog;

// The home store's event about the log of a shard.
inline constexpr std::string_view kShardHead = "shard_head";

// What a shard_head event says of a shard, its size among it. docs/format/audit-chain.md.
Hash256 HashShardState(std::string_view shard, const LogHead& head);

// An event about no row of a table: its type, its subject and the hashes that it binds.
struct PlainEvent {
  std::string_view type;
  std::string subject;
  std::map<std::string, Hash256> hashes;
};

// What spans shards (providence.db), with a log of its own. It follows the shards: nothing relies
// on a transaction over two files (decision 14). Records, Snapshots, Tokens, Checkpoints, LogNodes
// and the like are classes over it, one for each concept, which must not outlive it. Belongs to one
// thread at a time; any number of processes may have it open. Format: docs/format/home.md.
class HomeStore {
 public:
  struct Options {
    const Clock* clock = nullptr;
    Random* random = nullptr;
    std::string actor;
  };
  static Result<std::unique_ptr<HomeStore>> Open(const HomePaths& home, const Options& options);

  // Opens the file read-only: no writing function may be called, nor clock() and random(), which
  // are not set. An older schema is migrated first, by Open. kNotFound: the file is still empty.
  static Result<std::unique_ptr<HomeStore>> OpenToRead(const HomePaths& home);
  // Whether there is a home store to open; an error where that cannot be seen.
  static Result<bool> Exists(const HomePaths& home);
  // The same for a verb: kNotFound, with what to do, when there is no home store yet.
  static Result<std::unique_ptr<HomeStore>> OpenReadOnly(const HomePaths& home,
                                                         const Options& options);
  // For a check that goes on where Fsck ends: nothing is migrated, and nullptr where there is no
  // home store that can be read, which Fsck has said.
  static Result<std::unique_ptr<HomeStore>> OpenAsItStands(const HomePaths& home);
  ~HomeStore();

  // Takes note of every shard whose log has grown: one shard_head event each, with the
  // root of the log's tree. Doing it twice does nothing the second time. A shard whose log has
  // shrunk or changed is refused as rolled_back.
  Status CatchUp(std::span<const std::unique_ptr<ShardReader>> shards);

  // Its own log.
  const LogView& log() const { return *log_; }
  // All of them or none, in this order.
  Status AppendEvents(std::span<const PlainEvent> events);
  // Moves committed transactions from the write-ahead log into the file as far as readers allow. A
  // commit alone already survives a power cut.
  Status MakeDurable();

  const Clock& clock() const { return *options_.clock; }
  Random* random() const { return options_.random; }
  const std::string& actor() const { return options_.actor; }

 private:
  friend struct Inside;  // inside.h
  HomeStore(const HomePaths& home, sqlite::Database database, const Options& options);
  // True when something was written.
  Result<bool> Follow(ShardReader* shard, AuditLog* log);

  std::unique_ptr<sqlite::Database> database_;
  std::unique_ptr<LogView> log_;
  Options options_;
};

}  // namespace arborist::store
