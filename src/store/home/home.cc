// SPDX-License-Identifier: AGPL-3.0-only
// The home store follows the log of each shard: what is new there is hashed into the tree of that
// log, whose frontier is kept, and one event notes the new head. A shard whose log does not
// continue what was noted of it was rolled back or replaced, and is refused.
#include "store/home/home.h"

#include "audit/shard_state.h"
#include "base/check.h"
#include "base/files.h"
#include "base/version.h"
#include "store/home/concepts_event.h"
#include "store/inside.h"
#include "store/log/audit_log.h"
#include "store/log/nodes.h"
#include "store/log/sqlite_log.h"
#include "store/log/tree.h"
#include "store/schema/schema.h"

namespace arborist::store {

Hash256 HashShardState(std::string_view shard, const LogHead& head) {
  return audit::HashShardState(shard, head.log, head.size, head.head);
}

namespace {

// Whether a shard that shard_heads does not have is new, or goes on from the newest event that
// speaks of it: a row that was deleted must not make a shard unknown.
Result<bool> ContinuesItsEvents(const LogView& home, ShardReader* shard) {
  std::optional<audit::EventBody> newest;
  const std::string name = shard->name();
  TRY(home.ReadEvents(0, kNewestEvent, [&](const StoredEvent& event) {
    if (event.body.type == kShardHead && event.body.subject == name) newest = event.body;
    return true;
  }));
  if (!newest) return true;
  TRY_ASSIGN(const LogHead head, shard->Head());
  const auto log = newest->hashes.find("log");
  const auto event = newest->hashes.find("head");
  if (log == newest->hashes.end() || event == newest->hashes.end() || log->second != head.log)
    return false;
  bool found = false;
  TRY(shard->log().ReadHashes(
      0, head.size, [&](const EventHash& hash) { found = found || hash == event->second; }));
  return found;
}

}  // namespace

sqlite::Database* Inside::DatabaseOf(HomeStore* home) { return home->database_.get(); }

Result<AuditLog> Inside::OpenAuditLog(HomeStore* home) {
  const HomeStore::Options& options = home->options_;
  return AuditLog::Open(home->database_.get(), options.clock, options.random, options.actor);
}

Result<AuditLog> OpenAuditLog(HomeStore* home) { return Inside::OpenAuditLog(home); }

HomeStore::HomeStore(const HomePaths& home, sqlite::Database database, const Options& options)
    : database_(std::make_unique<sqlite::Database>(std::move(database))),
      log_(std::make_unique<SqliteLog>(database_.get(), home.home_store(), LogName::Of::kHome)),
      options_(options) {}
HomeStore::~HomeStore() = default;

Result<bool> HomeStore::Exists(const HomePaths& home) {
  return arborist::Exists(home.home_store());
}

Result<std::unique_ptr<HomeStore>> HomeStore::Open(const HomePaths& home, const Options& options) {
  TRY(MakeDirectories(home.root, 0700));
  TRY(Exists(home));  // says why it cannot be looked for, which SQLite does not
  const auto open = [&]() -> Result<std::unique_ptr<HomeStore>> {
    TRY_ASSIGN(sqlite::Database database,
               sqlite::Database::Open(home.home_store(), {.mode = sqlite::OpenMode::kCreate}));
    TRY(database.Execute("PRAGMA journal_mode=WAL"));
    const auto begin_log = [&]() -> Status {
      TRY(AuditLog::Open(&database, options.clock, options.random, options.actor));
      return {};
    };
    const auto migrated = [&]() -> Status {
      TRY_ASSIGN(AuditLog log,
                 AuditLog::Open(&database, options.clock, options.random, options.actor));
      TRY(log.Append({.type = kSchemaMigrated,
                      .subject = std::to_string(HomeSchemaKind().newest()),
                      .hashes = {},
                      .texts = {}}));
      return BindConcepts(&database, &log, options.random);
    };
    TRY(CreateOrMigrate(&database, HomeSchemaKind(), begin_log, migrated));
    return std::unique_ptr<HomeStore>(new HomeStore(home, std::move(database), options));
  };
  auto store = open();
  if (!store)
    return std::unexpected(std::move(store).error().In("home store " + home.home_store().string()));
  return store;
}

Result<std::unique_ptr<HomeStore>> HomeStore::OpenReadOnly(const HomePaths& home,
                                                           const Options& options) {
  TRY_ASSIGN(const bool exists, Exists(home));
  if (!exists) {
    return Fail(ErrorCode::kNotFound, "there are no records in " + home.root.string() +
                                          " yet; arborist query makes them");
  }
  auto store = OpenToRead(home);
  if (!store)
    return std::unexpected(std::move(store).error().In("home store " + home.home_store().string()));
  (*store)->options_ = options;
  return store;
}

Result<std::unique_ptr<HomeStore>> HomeStore::OpenToRead(const HomePaths& home) {
  TRY_ASSIGN(sqlite::Database database, sqlite::Database::Open(home.home_store(), {}));
  TRY_ASSIGN(const bool older, IsOlder(&database, HomeSchemaKind()));
  if (older) {
    const SystemClock clock;
    SystemRandom random;
    TRY_IN("its schema is of an older program and could not be migrated",
           HomeStore::Open(
               home, {.clock = &clock, .random = &random, .actor = std::string(kProgramActor)}));
  }
  TRY(CheckReadable(&database, HomeSchemaKind()));
  return std::unique_ptr<HomeStore>(new HomeStore(home, std::move(database), {}));
}

Result<std::unique_ptr<HomeStore>> HomeStore::OpenAsItStands(const HomePaths& home) {
  TRY_ASSIGN(const bool exists, Exists(home));
  if (!exists) return nullptr;
  TRY_ASSIGN(sqlite::Database database, sqlite::Database::Open(home.home_store(), {}));
  if (!CheckReadable(&database, HomeSchemaKind())) return nullptr;
  return std::unique_ptr<HomeStore>(new HomeStore(home, std::move(database), {}));
}

Status HomeStore::AppendEvents(std::span<const PlainEvent> events) {
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database_.get()));
  TRY_ASSIGN(AuditLog log, OpenAuditLog(this));
  for (const PlainEvent& event : events) {
    TRY(log.Append(
        {.type = event.type, .subject = event.subject, .hashes = event.hashes, .texts = {}}));
  }
  return transaction.Commit();
}

Status HomeStore::MakeDurable() {
  // A commit is synced as it is made. This also moves what was committed into the file itself.
  TRY(database_->QueryInt("PRAGMA wal_checkpoint(PASSIVE)"));
  return {};
}

Result<bool> HomeStore::Follow(ShardReader* shard, AuditLog* log) {
  TRY_ASSIGN(const LogHead head, shard->Head());
  const std::string name = shard->name();
  const LogNodes nodes(&shard->log(), this, head.log);
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare(
                 "SELECT log, size, head, tree_root, frontier FROM shard_heads WHERE shard=?1"));
  select.BindText(1, name);
  TRY_ASSIGN(const bool known, select.Step());
  merkle::LogTree tree;
  if (!known) {
    TRY_ASSIGN(const bool continues, ContinuesItsEvents(*log_, shard));
    if (!continues) {
      return Refuse("rolled_back",
                    "the log of shard " + name +
                        " does not continue what the home store's log recorded of it; it was "
                        "replaced or restored from a copy");
    }
  }
  if (known) {
    TRY_ASSIGN(const Hash256 known_log, select.Hash(0));
    TRY_ASSIGN(const Hash256 known_head, select.Hash(2));
    const auto known_size = static_cast<std::uint64_t>(select.Int(1));
    const bool has_tree = !select.IsNull(3);
    if (has_tree && known_log == head.log && known_size == head.size && known_head == head.head)
      return nodes.CatchUp(head.size);
    bool continues = known_log == head.log && known_size <= head.size;
    if (continues) {
      continues = false;
      TRY(shard->log().ReadEvents(known_size - 1, kNewestEvent, [&](const StoredEvent& event) {
        continues = event.hash == known_head;
        return false;
      }));
    }
    if (!continues) {
      return Refuse("rolled_back",
                    "the log of shard " + name + " does not continue the " +
                        std::to_string(known_size) +
                        " events known of it; it was replaced or restored from a copy");
    }
    // The log is the truth and the frontier only a shortcut: a damaged one is made anew.
    if (has_tree) {
      TRY_ASSIGN(const Hash256 root, select.Hash(3));
      if (auto kept = DecodeFrontier(known_size, root, select.Blob(4))) tree = std::move(*kept);
    }
  }
  TRY_ASSIGN(const bool kept, nodes.Reach(tree.size()));
  if (kept) {
    TRY(nodes.Extend(head.size, &tree));
  } else {
    TRY(nodes.CatchUp(head.size));
    TRY(ExtendTree(shard->log(), head.size, &tree));
  }
  TRY(log->Append({.type = kShardHead,
                   .subject = name,
                   .hashes = {{"log", head.log},
                              {"head", head.head},
                              {"tree", tree.Root()},
                              {"state", HashShardState(name, head)}},
                   .texts = {}}));
  TRY_ASSIGN(sqlite::Statement put_size,
             database_->Prepare("INSERT INTO head_sizes VALUES(?1,?2)"));
  TRY(put_size.Bind(1, static_cast<std::int64_t>(log->size() - 1))
          .Bind(2, static_cast<std::int64_t>(head.size))
          .Run());
  TRY_ASSIGN(sqlite::Statement put,
             database_->Prepare(
                 "INSERT INTO shard_heads(shard,log,size,head,applied_at,tree_root,frontier) "
                 "VALUES(?1,?2,?3,?4,?5,?6,?7) ON CONFLICT(shard) DO UPDATE "
                 "SET log=?2, size=?3, head=?4, applied_at=?5, tree_root=?6, frontier=?7"));
  const std::string frontier = EncodeFrontier(tree);
  TRY(put.BindText(1, name)
          .BindHash(2, head.log)
          .Bind(3, static_cast<std::int64_t>(head.size))
          .BindHash(4, head.head)
          .Bind(5, log->Now())
          .BindHash(6, tree.Root())
          .BindBlob(7, frontier)
          .Run());
  return true;
}

Status HomeStore::CatchUp(std::span<const std::unique_ptr<ShardReader>> shards) {
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database_.get()));
  TRY_ASSIGN(AuditLog log, OpenAuditLog(this));
  const AuditLog::FixedTime moment(&log);
  bool changed = false;
  for (const auto& shard : shards) {
    TRY_ASSIGN(const bool wrote, Follow(shard.get(), &log));
    changed = changed || wrote;
  }
  TRY_ASSIGN(const bool grew, LogNodes(log_.get(), this, log.log()).CatchUp(log.size()));
  changed = changed || grew;
  if (!changed) return {};
  return transaction.Commit();
}

}  // namespace arborist::store
