// SPDX-License-Identifier: AGPL-3.0-only
// The log first: its walk notes the newest event of each shard, token, snapshot and of the
// relations of words. Rows are then compared with these; the trees kept of the logs are made anew
// from the events, and each shard's own log must continue what was noted of it, or it was rolled
// back.
#include "store/fsck/home.h"

#include <map>
#include <optional>
#include <set>

#include "audit/checkpoint.h"
#include "audit/snapshot_event.h"
#include "store/fsck/chain.h"
#include "store/home/concepts_event.h"
#include "store/home/home.h"
#include "store/home/recorded_heads.h"
#include "store/inside.h"
#include "store/log/checkpoints.h"
#include "store/log/nodes.h"
#include "store/log/tree.h"
#include "store/read_moment.h"
#include "store/schema/schema.h"
#include "store/shard/shard_reader.h"

namespace arborist::store {

namespace {

class HomeCheck {
 public:
  HomeCheck(const HomePaths& home, const FsckOptions& options, FsckReport* report)
      : home_(home), options_(options), report_(report) {}

  void Run() { report_->Take("unreadable_home_store", "providence", Check()); }

 private:
  // A row of shard_heads: what this store knows of a shard.
  struct Known {
    std::string shard;
    LogHead head;
    std::optional<Hash256> tree_root;  // absent in rows of schema 1
    std::string frontier;
    std::int64_t applied_at = 0;
  };
  // The newest event that speaks of a shard.
  struct HeadEvent {
    std::uint64_t seq = 0;
    std::int64_t time = 0;
    std::map<std::string, Hash256> hashes;

    Hash256 Hash(const char* name) const {
      const auto it = hashes.find(name);
      return it == hashes.end() ? Hash256{} : it->second;
    }
  };

  void Problem(std::string kind, std::string subject, std::string detail) {
    report_->problems.push_back(
        {std::move(kind), "providence", std::move(subject), std::move(detail)});
  }

  Status Check() {
    auto opened = HomeStore::OpenToRead(home_);
    if (!opened && opened.error().code == ErrorCode::kNotFound)
      return {};  // a writer was killed at its making
    if (!opened) return std::unexpected(std::move(opened).error());
    HomeStore* const home = opened->get();
    sqlite::Database* const database = DatabaseOf(home);
    TRY_ASSIGN(const ReadMoment moment, ReadMoment::Begin(home));
    TRY_ASSIGN(const std::vector<std::string> damage, database->CheckIntegrity());
    for (const std::string& what : damage) Problem("sqlite_damage", "", what);
    // Each part stands on its own: damage that ends one must not hide what the others find.
    const auto take = [&](const Status& status) {
      report_->Take("unreadable_home_store", "providence", status);
    };
    TRY(CheckChain(home));
    take(CheckTexts(database));
    take(CheckOwnTree(home));
    if (chain_ok_) {
      take(CheckConcepts(database));
      take(CheckSnapshots(home, snapshots_, erasures_, report_));
      take(CheckTokens(home, tokens_, erasures_, report_));
    }
    report_->Take("schema_damage", "providence", CheckDefinitions(database));
    return CheckHeads(home);
  }

  Status CheckHeads(HomeStore* home) {
    std::map<std::string, HeadEvent> missing = newest_;
    TRY_ASSIGN(
        sqlite::Statement select,
        DatabaseOf(home)->Prepare("SELECT shard, log, size, head, tree_root, frontier, applied_at "
                                  "FROM shard_heads"));
    TRY(select.ForEachRow([&](const sqlite::Statement& row) -> Status {
      TRY_ASSIGN(const Known known, ReadKnown(row));
      missing.erase(known.shard);
      CheckRow(known);
      report_->Take("shard_missing", known.shard, CheckShard(home, known));
      return {};
    }));
    for (const auto& [shard, event] : missing) {
      Problem("shard_head_missing", shard, "the log has noted its head, and its row is not there");
      const auto size = sizes_.find(event.seq);
      if (size == sizes_.end()) continue;
      const Known known{.shard = shard,
                        .head = {event.Hash("log"), size->second, EventHash(event.Hash("head"))},
                        .tree_root = std::nullopt,
                        .frontier = {}};
      report_->Take("shard_missing", shard, CheckShard(home, known));
    }
    return {};
  }

  static Result<Known> ReadKnown(const sqlite::Statement& row) {
    Known known{.shard = std::string(row.Text(0)),
                .head = {},
                .tree_root = std::nullopt,
                .frontier = std::string(row.Blob(5)),
                .applied_at = row.Int(6)};
    TRY_ASSIGN(known.head.log, row.Hash(1));
    known.head.size = static_cast<std::uint64_t>(row.Int(2));
    TRY_ASSIGN(const Hash256 head, row.Hash(3));
    known.head.head = EventHash(head);
    if (!row.IsNull(4)) {
      TRY_ASSIGN(known.tree_root, row.Hash(4));
    }
    return known;
  }

  // Texts that events hold as salted hashes, of all that live in this store.
  Status CheckTexts(sqlite::Database* database) {
    TextsCheck check;
    check.database = database;
    check.sql =
        "SELECT seq, name, salt, text, location_id, NULL, NULL, NULL, NULL FROM audit_texts "
        "ORDER BY seq, name";
    check.erasures = chain_ok_ ? &erasures_ : nullptr;
    check.problem = [&](std::string_view kind, const std::string& subject, std::string detail) {
      Problem(std::string(kind), subject, std::move(detail));
    };
    check.visit = [&](const StoredEvent& event, const KeptTextRow& row) {
      if (event.body.type == kConceptsChanged) salts_[row.seq] = row.salt;
    };
    return store::CheckTexts(check);
  }

  // The relations of words against the newest event about them, which alone has its salt.
  Status CheckConcepts(sqlite::Database* database) {
    const auto problem = [&](std::string detail) {
      Problem("concepts_mismatch", "concept_relations", std::move(detail));
    };
    TRY_ASSIGN(const std::int64_t rows,
               database->QueryInt("SELECT count(*) FROM concept_relations"));
    report_->checked["concept_relations"] += static_cast<std::uint64_t>(rows);
    if (!concepts_) {
      if (rows > 0) problem("no event tells of these relations");
      return {};
    }
    const auto salt = salts_.find(concepts_->first);
    if (salt == salts_.end() || salts_.size() > 1) {
      problem("the salt of their newest event is missing, or another is left");
      return {};
    }
    const auto hash = HashConcepts(database, salt->second);
    if (!hash || *hash != concepts_->second) problem("they are not what the log recorded");
    return {};
  }

  Status CheckChain(HomeStore* home) {
    TRY_ASSIGN(sizes_, RecordedHeads(home).Sizes());
    std::map<std::uint64_t, std::uint64_t> sizes = sizes_;
    std::set<std::uint64_t> unsized_events;
    TRY_ASSIGN(const WalkedChain chain, WalkChain(DatabaseOf(home), [&](const StoredEvent& event) {
                 erasures_.Note(event);
                 if (event.body.type == kConceptsChanged) {
                   const auto hash = event.body.hashes.find("relations");
                   concepts_ = std::pair(
                       event.body.seq, hash == event.body.hashes.end() ? Hash256() : hash->second);
                 }
                 if (event.body.type == audit::kSnapshotCreate)
                   snapshots_.emplace(event.body.seq, event.body.time);
                 if (event.body.type == "token_create") {
                   const auto grant = event.body.hashes.find("token");
                   tokens_.made[event.body.subject] = {
                       event.body.seq, event.body.time,
                       grant == event.body.hashes.end() ? Hash256() : grant->second};
                 }
                 if (event.body.type == "token_revoke") {
                   tokens_.revoked[event.body.subject] = {event.body.seq, event.body.time, {}};
                 }
                 if (event.body.type != kShardHead) return;
                 newest_[event.body.subject] = {event.body.seq, event.body.time, event.body.hashes};
                 newest_head_ = event.body.seq;
                 const auto size = sizes.find(event.body.seq);
                 if (size == sizes.end()) {
                   unsized_events.insert(event.body.seq);
                   return;
                 }
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
    // A store of before schema 4 began to keep them at some event.
    const std::uint64_t first = sizes_.empty() ? chain.size : sizes_.begin()->first;
    for (const std::uint64_t seq : unsized_events) {
      if (chain.broken || (seq < first && erasures_.IsBeforeMigration(seq))) continue;
      Problem("shard_head_mismatch", "event " + std::to_string(seq),
              "the size of the shard that it binds is not kept");
    }
    chain_ok_ = !chain.broken;
    if (chain.broken) Problem(chain.broken->kind, chain.broken->subject, chain.broken->detail);
    if (const auto ahead = AheadOf(options_.now, chain))
      Problem("time_ahead", ahead->first, ahead->second);
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

  // Walks the tree of a log's first events and compares what is kept of it: at least the nodes of
  // the first `noted` events, and none with a gap before it. `at` sees each size.
  Result<merkle::LogTree> WalkTree(HomeStore* home, const LogView& events, const Hash256& log,
                                   std::uint64_t size, std::uint64_t noted,
                                   const std::string& subject,
                                   const std::function<void(const merkle::LogTree&)>& at) {
    const LogNodes nodes(&events, home, log);
    merkle::LogTree tree;
    Status status;
    bool same = true;
    std::uint64_t found = 0, blocks = 0;
    const auto compare = [&](unsigned level, std::uint64_t place, const Hash256& root) {
      if (!status || !LogNodes::IsKept(level)) return;
      const auto kept = nodes.Find(level, place);
      if (!kept) {
        status = std::unexpected(kept.error());
      } else if (*kept) {
        same = same && **kept == root;
        ++found;
        if (level == LogNodes::kLevels) ++blocks;
      }
    };
    TRY(events.ReadHashes(0, size, [&](const EventHash& hash) {
      tree.Append(AsText(hash.view()), compare);
      at(tree);
    }));
    TRY(status);
    TRY_ASSIGN(const std::uint64_t count, nodes.Count());
    if (!same || count != found || count != LogNodes::CountFor(blocks << LogNodes::kLevels) ||
        count < LogNodes::CountFor(noted)) {
      Problem("tree_mismatch", subject, "the nodes kept of its tree are not those of its events");
    }
    return tree;
  }

  // The tree of this store's own log, and the checkpoints that were signed of it.
  Status CheckOwnTree(HomeStore* home) {
    TRY_ASSIGN(const LogHead head, home->log().Head());
    TRY_ASSIGN(const std::vector<KeptCheckpoint> kept, Checkpoints(home).All());
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
    const auto tree = WalkTree(home, home->log(), head.log, head.size,
                               Noted(newest_head_, newest_head_ + 1), "", check);
    if (!tree) Problem("tree_mismatch", "", tree.error().message);
    if (tree && next < kept.size()) {
      Problem("rolled_back", std::to_string(kept[next].size) + " events",
              "a checkpoint was signed of a log longer than this one");
    }
    return {};
  }

  // The row against the newest event that speaks of its shard.
  void CheckRow(const Known& known) {
    const auto found = newest_.find(known.shard);
    const HeadEvent event = found == newest_.end() ? HeadEvent() : found->second;
    const auto tree = event.hashes.find("tree");
    const bool same_tree =
        tree == event.hashes.end() ? !known.tree_root.has_value() : known.tree_root == tree->second;
    if (event.Hash("state") != HashShardState(known.shard, known.head) || !same_tree ||
        !erasures_.HasRowTime(event.seq, event.time, known.applied_at)) {
      Problem("shard_head_mismatch", known.shard, "its row is not what the log recorded of it");
    }
  }

  // The row against the log of the shard itself.
  Status CheckShard(HomeStore* home, const Known& known) {
    const ShardAddress shard = home_.shard(known.shard);
    TRY_ASSIGN(const bool exists, shard.Exists());
    if (!exists) {
      Problem("shard_missing", known.shard, "there is no " + shard.shown());
      return {};
    }
    auto reader = ShardReader::Open(shard);
    if (!reader && reader.error().code == ErrorCode::kEnvironment) {
      return std::unexpected(std::move(reader).error());
    }
    if (!reader) {
      Problem("shard_missing", known.shard, reader.error().message);
      return {};
    }
    TRY_ASSIGN(const LogHead head, (*reader)->Head());
    bool continues = head.log == known.head.log && head.size >= known.head.size;
    if (continues) {
      continues = false;
      TRY((*reader)->log().ReadEvents(known.head.size - 1, kNewestEvent,
                                      [&](const StoredEvent& event) {
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
    const auto event = newest_.find(known.shard);
    const std::uint64_t noted =
        event == newest_.end() ? 0 : Noted(event->second.seq, known.head.size);
    const auto tree = WalkTree(home, (*reader)->log(), known.head.log, known.head.size, noted,
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

  // A store of before schema 4 makes its nodes at the next catching up.
  std::uint64_t Noted(std::uint64_t seq, std::uint64_t size) const {
    return erasures_.IsBeforeMigration(seq) ? 0 : size;
  }

  const HomePaths& home_;
  const FsckOptions& options_;
  FsckReport* report_;
  bool chain_ok_ = false;
  LoggedErasures erasures_;
  std::map<std::string, HeadEvent> newest_;          // by shard
  std::uint64_t newest_head_ = 0;                    // of all shards
  std::map<std::uint64_t, std::uint64_t> sizes_;     // head_sizes
  std::map<std::uint64_t, std::int64_t> snapshots_;  // events that took one, with their times
  std::optional<std::pair<std::uint64_t, Hash256>> concepts_;  // the newest event about relations
  std::map<std::uint64_t, std::string> salts_;                 // of such events
  TokenEvents tokens_;
};

}  // namespace

Status CheckHome(const HomePaths& home, const FsckOptions& options, FsckReport* report) {
  TRY_ASSIGN(const bool exists, HomeStore::Exists(home));
  if (exists) HomeCheck(home, options, report).Run();
  return {};
}

}  // namespace arborist::store
