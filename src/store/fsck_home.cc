// SPDX-License-Identifier: AGPL-3.0-only
#include "store/fsck_home.h"

#include <map>

#include "audit/checkpoint.h"
#include "audit/snapshot_event.h"
#include "base/files.h"
#include "store/checkpoints.h"
#include "store/fsck_chain.h"
#include "store/home.h"
#include "store/log_nodes.h"
#include "store/log_tree.h"
#include "store/schema.h"
#include "store/shard_reader.h"

namespace arborist::store {

namespace {

class HomeCheck {
 public:
  HomeCheck(const HomePaths& home, FsckReport* report) : home_(home), report_(report) {}

  void Run() {
    if (const Status status = Check(); !status)
      Problem("unreadable_home_store", "", status.error().message);
  }

 private:
  // A row of shard_heads: what this store knows of a shard.
  struct Known {
    std::string shard;
    LogHead head;
    std::optional<Hash256> tree_root;  // absent in rows of schema 1
    std::string frontier;
  };

  void Problem(std::string kind, std::string subject, std::string detail) {
    report_->problems.push_back(
        {std::move(kind), "providence", std::move(subject), std::move(detail)});
  }

  Status Check() {
    TRY_ASSIGN(sqlite::Database database, sqlite::Database::Open(home_.home_store(), {}));
    const Status readable = CheckReadable(&database, HomeSchemaKind());
    if (!readable && readable.error().code == ErrorCode::kNotFound)
      return {};  // a writer was killed at its making
    TRY(readable);
    TRY_ASSIGN(sqlite::Statement integrity, database.Prepare("PRAGMA integrity_check(100)"));
    while (true) {
      TRY_ASSIGN(const bool row, integrity.Step());
      if (!row) break;
      if (integrity.Text(0) != "ok") Problem("sqlite_damage", "", std::string(integrity.Text(0)));
    }
    TRY(CheckChain(&database));
    TRY(CheckOwnTree(&database));
    TRY(CheckSnapshots(&database, snapshots_, report_));
    TRY(CheckTokens(&database, tokens_, report_));
    const Status defined = CheckDefinitions(&database);
    if (!defined) Problem("schema_damage", "", defined.error().message);
    TRY_ASSIGN(sqlite::Statement select,
               database.Prepare("SELECT shard, log, size, head, tree_root, frontier FROM "
                                "shard_heads"));
    while (true) {
      TRY_ASSIGN(const bool row, select.Step());
      if (!row) return {};
      Known known{.shard = std::string(select.Text(0)),
                  .head = {},
                  .tree_root = std::nullopt,
                  .frontier = std::string(select.Blob(5))};
      TRY_ASSIGN(known.head.log, select.Hash(1));
      known.head.size = static_cast<std::uint64_t>(select.Int(2));
      TRY_ASSIGN(const Hash256 head, select.Hash(3));
      known.head.head = EventHash(head);
      if (!select.IsNull(4)) {
        TRY_ASSIGN(known.tree_root, select.Hash(4));
      }
      CheckRow(known);
      TRY(CheckShard(&database, known));
    }
  }

  Status CheckChain(sqlite::Database* database) {
    std::map<std::uint64_t, std::uint64_t> sizes;
    TRY_ASSIGN(sqlite::Statement select, database->Prepare("SELECT seq, size FROM head_sizes"));
    while (true) {
      TRY_ASSIGN(const bool row, select.Step());
      if (!row) break;
      sizes.emplace(select.Int(0), select.Int(1));
    }
    TRY_ASSIGN(const WalkedChain chain, WalkChain(database, [&](const StoredEvent& event) {
                 if (event.body.type == audit::kSnapshotCreate) snapshots_.insert(event.body.seq);
                 if (event.body.type == "token_create") {
                   const auto grant = event.body.hashes.find("token");
                   tokens_.made[event.body.subject] = {
                       event.body.seq,
                       grant == event.body.hashes.end() ? Hash256() : grant->second};
                 }
                 if (event.body.type == "token_revoke") tokens_.revoked.insert(event.body.subject);
                 if (event.body.type != "shard_head") return;
                 newest_[event.body.subject] = event.body.hashes;
                 const auto size = sizes.find(event.body.seq);
                 if (size == sizes.end()) return;
                 if (!SaysSize(event.body, size->second)) {
                   Problem("shard_head_mismatch", event.body.subject,
                           "the size kept for event " + std::to_string(event.body.seq) +
                               " is not what the log recorded");
                 }
                 sizes.erase(size);
               }));
    if (!chain.broken && !sizes.empty()) {
      Problem("shard_head_mismatch", "event " + std::to_string(sizes.begin()->first),
              "a size is kept for it, and it is not of a shard");
    }
    if (chain.broken) Problem(chain.broken->kind, chain.broken->subject, chain.broken->detail);
    report_->checked["home_events"] += chain.size;
    return {};
  }

  static bool SaysSize(const audit::EventBody& event, std::uint64_t size) {
    const auto hash = [&](const char* name) {
      const auto it = event.hashes.find(name);
      return it == event.hashes.end() ? Hash256{} : it->second;
    };
    return HashShardState(event.subject, {hash("log"), size, EventHash(hash("head"))}) ==
           hash("state");
  }

  // Walks the tree of a log's first events and compares what is kept of it. `at` sees each size.
  Result<merkle::LogTree> WalkTree(sqlite::Database* home_log, sqlite::Database* events,
                                   const Hash256& log, std::uint64_t size,
                                   const std::string& subject,
                                   const std::function<void(const merkle::LogTree&)>& at) {
    const LogNodes nodes(events, home_log, log);
    merkle::LogTree tree;
    Status status;
    bool same = true;
    const auto compare = [&](unsigned level, std::uint64_t place, const Hash256& root) {
      if (!status || !LogNodes::IsKept(level)) return;
      const auto kept = nodes.Find(level, place);
      if (!kept) {
        status = std::unexpected(kept.error());
      } else if (*kept && **kept != root) {
        same = false;
      }
    };
    TRY(ReadEventHashes(events, 0, size, [&](const EventHash& hash) {
      tree.Append(AsText(hash.view()), compare);
      at(tree);
    }));
    TRY(status);
    TRY_ASSIGN(const std::uint64_t count, nodes.Count());
    if (!same || count > LogNodes::CountFor(size)) {
      Problem("tree_mismatch", subject, "the nodes kept of its tree are not those of its events");
    }
    return tree;
  }

  // The tree of this store's own log, and the checkpoints that were signed of it.
  Status CheckOwnTree(sqlite::Database* database) {
    TRY_ASSIGN(const LogHead head, ReadHead(database));
    TRY_ASSIGN(const std::vector<KeptCheckpoint> kept, AllCheckpoints(database));
    std::size_t next = 0;
    const auto check = [&](const merkle::LogTree& tree) {
      for (; next < kept.size() && kept[next].size == tree.size(); ++next) {
        const auto read = audit::ReadCheckpoint(kept[next].note);
        if (!read || read->origin != audit::OriginOf(head.log) || read->size != tree.size() ||
            read->root != kept[next].root || read->root != tree.Root()) {
          Problem("checkpoint_mismatch", std::to_string(tree.size()) + " events",
                  "the checkpoint kept is not of the log as it is");
        }
      }
    };
    const auto tree = WalkTree(database, database, head.log, head.size, "", check);
    if (!tree) Problem("tree_mismatch", "", tree.error().message);
    if (tree && next < kept.size()) {
      Problem("rolled_back", std::to_string(kept[next].size) + " events",
              "a checkpoint was signed of a log longer than this one");
    }
    return {};
  }

  // The row against the newest event that speaks of its shard.
  void CheckRow(const Known& known) {
    const auto event = newest_.find(known.shard);
    const auto says = [&](const char* name, const Hash256& hash) {
      const auto it = event->second.find(name);
      return it != event->second.end() && it->second == hash;
    };
    if (event == newest_.end() || !says("state", HashShardState(known.shard, known.head)) ||
        (known.tree_root && !says("tree", *known.tree_root))) {
      Problem("shard_head_mismatch", known.shard, "its row is not what the log recorded of it");
    }
  }

  // The row against the log of the shard itself.
  Status CheckShard(sqlite::Database* home_log, const Known& known) {
    auto reader = ShardReader::Open(home_.shards() / (known.shard + ".db"));
    if (!reader) {
      Problem("shard_missing", known.shard, reader.error().message);
      return {};
    }
    TRY_ASSIGN(const LogHead head, (*reader)->Head());
    bool continues = head.log == known.head.log && head.size >= known.head.size;
    if (continues) {
      continues = false;
      TRY(ReadEvents((*reader)->database(), known.head.size - 1, [&](const StoredEvent& event) {
        continues = event.hash == known.head.head;
        return false;
      }));
    }
    if (!continues) {
      Problem("rolled_back", known.shard,
              "its log does not continue the " + std::to_string(known.head.size) +
                  " events known of it");
      return {};
    }
    if (!known.tree_root) return {};
    const auto tree = WalkTree(home_log, (*reader)->database(), known.head.log, known.head.size,
                               known.shard, [](const merkle::LogTree&) {});
    if (!tree) {
      Problem("tree_mismatch", known.shard, tree.error().message);
    } else if (tree->Root() != *known.tree_root || EncodeFrontier(*tree) != known.frontier) {
      Problem(
          "tree_mismatch", known.shard,
          "the tree kept for it is not that of its " + std::to_string(known.head.size) + " events");
    }
    return {};
  }

  const HomePaths& home_;
  FsckReport* report_;
  std::map<std::string, std::map<std::string, Hash256>> newest_;  // shard_head hashes by shard
  std::set<std::uint64_t> snapshots_;                             // events that took one
  TokenEvents tokens_;
};

}  // namespace

Status CheckHome(const HomePaths& home, FsckReport* report) {
  TRY_ASSIGN(const bool exists, Exists(home.home_store()));
  if (exists) HomeCheck(home, report).Run();
  return {};
}

}  // namespace arborist::store
