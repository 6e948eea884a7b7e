// SPDX-License-Identifier: AGPL-3.0-only
// A snapshot is kept whole or as the change from the one before it, whichever is smaller to read
// back; a chain of changes has a greatest length. Members are in parts, rows of a bounded number of
// roots. The row of a snapshot can be changed by whoever can write to the file, so Verify
// recomputes it from its members and compares it with its event.
#include "store/home/snapshots.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>

#include "audit/snapshot_event.h"
#include "sqlite/database.h"
#include "store/inside.h"
#include "store/log/audit_log.h"
#include "store/log/erase.h"

namespace arborist::store {

namespace {

constexpr std::string_view kAdded = "added";
constexpr std::string_view kRemoved = "removed";
constexpr std::size_t kRootsPerPart = 32768;  // a mebibyte, far from what a row may hold
constexpr std::size_t kMaxChain = 32;         // how many changes a snapshot may stand on
constexpr std::size_t kMinPrefix = 8;

constexpr std::string_view kColumns =
    "SELECT s.snapshot_id, s.snapshot_root, s.doc_count, s.parent_id, p.snapshot_root, s.taken_at, "
    "s.event_seq, e.event_hash, t.text FROM snapshots s "
    "LEFT JOIN snapshots p ON p.snapshot_id=s.parent_id "
    "LEFT JOIN audit_events e ON e.seq=s.event_seq "
    "LEFT JOIN audit_texts t ON t.seq=s.event_seq AND t.name='reason' ";

bool IsSorted(const std::vector<DocumentRoot>& roots) {
  return std::adjacent_find(roots.begin(), roots.end(), std::greater_equal<>()) == roots.end();
}

std::unexpected<Error> Damaged(std::int64_t id, const std::string& what) {
  return Fail(ErrorCode::kCorrupt, "snapshot " + std::to_string(id) + ": " + what);
}

std::unexpected<Error> Wrong(const Snapshot& snapshot, const std::string& what) {
  return Fail(ErrorCode::kDoesNotHold, "snapshot " + std::to_string(snapshot.id) + ": " + what);
}

Result<Snapshot> ReadSnapshot(const sqlite::Statement& row) {
  Snapshot snapshot;
  snapshot.id = row.Int(0);
  TRY_ASSIGN(const Hash256 root, row.Hash(1));
  snapshot.root = SnapshotRoot(root);
  snapshot.doc_count = static_cast<std::uint64_t>(row.Int(2));
  if (!row.IsNull(3)) snapshot.parent_id = row.Int(3);
  if (!row.IsNull(4)) {
    TRY_ASSIGN(const Hash256 parent, row.Hash(4));
    snapshot.parent_root = SnapshotRoot(parent);
  }
  snapshot.taken_at = row.Int(5);
  snapshot.event_seq = static_cast<std::uint64_t>(row.Int(6));
  if (row.IsNull(7)) return Damaged(snapshot.id, "its event is missing");
  TRY_ASSIGN(const Hash256 event, row.Hash(7));
  snapshot.event_hash = EventHash(event);
  snapshot.reason = row.Text(8);
  return snapshot;
}

}  // namespace

SnapshotDifference Difference(const std::vector<DocumentRoot>& from,
                              const std::vector<DocumentRoot>& to) {
  SnapshotDifference difference;
  std::ranges::set_difference(to, from, std::back_inserter(difference.added));
  std::ranges::set_difference(from, to, std::back_inserter(difference.removed));
  return difference;
}

Snapshots::Snapshots(HomeStore* home) : home_(home), database_(DatabaseOf(home)) {}

Result<std::vector<Snapshot>> Snapshots::List() {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare(std::string(kColumns) + "ORDER BY s.snapshot_id DESC"));
  return select.CollectRows(ReadSnapshot);
}

Result<std::optional<Snapshot>> Snapshots::Newest() {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare(std::string(kColumns) + "ORDER BY s.snapshot_id DESC LIMIT 1"));
  return select.FirstRow(ReadSnapshot);
}

Result<Snapshot> Snapshots::Resolve(std::string_view name) {
  if (name == "latest") {
    TRY_ASSIGN(std::optional<Snapshot> newest, Newest());
    if (newest) return std::move(*newest);
    return Fail(ErrorCode::kNotFound,
                "there is no snapshot yet; make one with: arborist snapshot create");
  }
  std::string where = "WHERE 0";
  std::int64_t number = 0;
  std::string low(name), high(name);
  const bool is_number = name.size() < kMinPrefix &&
                         std::from_chars(name.data(), name.data() + name.size(), number).ptr ==
                             name.data() + name.size() &&
                         !name.empty();
  if (is_number) {
    where = "WHERE s.snapshot_id=?1";
  } else if (name.size() >= kMinPrefix && name.size() <= 64 &&
             name.find_first_not_of("0123456789abcdef") == std::string_view::npos) {
    low.resize(64, '0');
    high.resize(64, 'f');
    where = "WHERE s.snapshot_root BETWEEN unhex(?1) AND unhex(?2) ORDER BY s.snapshot_id DESC";
  }
  TRY_ASSIGN(sqlite::Statement select, database_->Prepare(std::string(kColumns) + where));
  if (is_number) {
    select.Bind(1, number);
  } else if (where != "WHERE 0") {
    select.BindText(1, low).BindText(2, high);
  }
  std::optional<Snapshot> found;
  TRY(select.ForEachRow([&](const sqlite::Statement& row) -> Status {
    TRY_ASSIGN(Snapshot snapshot, ReadSnapshot(row));
    if (!found) {
      found = std::move(snapshot);
    } else if (found->root != snapshot.root) {
      return Fail(ErrorCode::kAmbiguous,
                  std::string(name) +
                      " is the beginning of several snapshot roots; give more "
                      "digits");
    }
    return {};
  }));
  if (found) return std::move(*found);
  return Fail(ErrorCode::kNotFound, "no snapshot is called " + std::string(name) +
                                        "; arborist snapshot list shows their numbers and roots");
}

Result<std::vector<Snapshots::Stored>> Snapshots::Chain(std::int64_t id) {
  std::vector<Stored> chain;
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT base_id, stored_roots FROM snapshots WHERE "
                                "snapshot_id=?1"));
  for (std::int64_t next = id;;) {
    TRY_ASSIGN(const bool row, select.Bind(1, next).Step());
    if (!row) return Damaged(id, "snapshot " + std::to_string(next) + " is missing");
    Stored stored{.id = next,
                  .base_id = std::nullopt,
                  .roots = static_cast<std::uint64_t>(std::max<std::int64_t>(0, select.Int(1)))};
    if (!select.IsNull(0)) stored.base_id = select.Int(0);
    select.Reset();
    chain.push_back(stored);
    if (!stored.base_id) return chain;
    // Bases are older, so no damage makes a circle.
    if (*stored.base_id >= next || chain.size() > kMaxChain) {
      return Damaged(id, "what it stands on is damaged");
    }
    next = *stored.base_id;
  }
}

Result<std::vector<DocumentRoot>> Snapshots::ReadParts(std::int64_t id, std::string_view change) {
  TRY_ASSIGN(sqlite::Statement select,
             database_->Prepare("SELECT roots FROM snapshot_parts WHERE snapshot_id=?1 AND "
                                "change=?2 ORDER BY part"));
  select.Bind(1, id).BindText(2, change);
  std::vector<DocumentRoot> roots;
  TRY(select.ForEachRow([&](const sqlite::Statement& row) -> Status {
    std::string_view bytes = row.Blob(0);
    if (bytes.size() % 32 != 0) return Damaged(id, "a part is cut");
    roots.reserve(roots.size() + bytes.size() / 32);
    for (; !bytes.empty(); bytes.remove_prefix(32)) {
      TRY_ASSIGN(const Hash256 root, Hash256::FromBytes(AsBytes(bytes.substr(0, 32))));
      roots.emplace_back(root);
    }
    return {};
  }));
  if (!IsSorted(roots)) return Damaged(id, "its roots are not in order");
  return roots;
}

Result<std::vector<DocumentRoot>> Snapshots::Members(std::int64_t id) {
  TRY_ASSIGN(const std::vector<Stored> chain, Chain(id));
  std::vector<DocumentRoot> members;
  for (auto stored = chain.rbegin(); stored != chain.rend(); ++stored) {
    TRY_ASSIGN(const std::vector<DocumentRoot> added, ReadParts(stored->id, kAdded));
    TRY_ASSIGN(const std::vector<DocumentRoot> removed, ReadParts(stored->id, kRemoved));
    if (added.size() + removed.size() != stored->roots) {
      return Damaged(id, "a part of snapshot " + std::to_string(stored->id) + " is missing");
    }
    std::vector<DocumentRoot> kept, next;
    std::ranges::set_difference(members, removed, std::back_inserter(kept));
    std::ranges::set_union(kept, added, std::back_inserter(next));
    if (kept.size() + removed.size() != members.size() ||
        next.size() != kept.size() + added.size()) {
      return Damaged(id, "the change of snapshot " + std::to_string(stored->id) +
                             " does not fit the one before");
    }
    members = std::move(next);
  }
  return members;
}

Status Snapshots::WriteParts(std::int64_t id, std::string_view change,
                             const std::vector<DocumentRoot>& roots) {
  TRY_ASSIGN(sqlite::Statement insert,
             database_->Prepare("INSERT INTO snapshot_parts VALUES(?1,?2,?3,?4)"));
  std::string bytes;
  for (std::size_t begin = 0; begin < roots.size(); begin += kRootsPerPart) {
    bytes.clear();
    const std::size_t end = std::min(begin + kRootsPerPart, roots.size());
    for (std::size_t i = begin; i < end; ++i) bytes += AsText(roots[i].view());
    TRY(insert.Bind(1, id)
            .BindText(2, change)
            .Bind(3, static_cast<std::int64_t>(begin / kRootsPerPart))
            .BindBlob(4, bytes)
            .Run());
  }
  return {};
}

Result<Snapshot> Snapshots::Create(const Corpus& corpus, std::string_view reason) {
  TRY(home_->CatchUp(corpus.shards()));
  TRY_ASSIGN(const std::vector<DocumentRoot> members, CurrentSurfaceRoots(corpus));
  TRY_ASSIGN(const Hash256 corpus_state, corpus.State());
  TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database_));
  TRY_ASSIGN(AuditLog log, OpenAuditLog(home_));
  const AuditLog::FixedTime moment(&log);
  TRY_ASSIGN(const std::optional<Snapshot> parent, Newest());

  // What changed since the parent, unless reading that back would cost more than half of the whole.
  // A parent that cannot be read is no reason not to make this one: then it stands for itself.
  SnapshotDifference change{.added = members, .removed = {}};
  bool whole = true;
  if (parent) {
    const auto chain = Chain(parent->id);
    const auto before = Members(parent->id);
    if (chain && before) {
      SnapshotDifference since = Difference(*before, members);
      std::uint64_t roots = since.added.size() + since.removed.size();
      for (const Stored& stored : *chain) roots += stored.base_id ? stored.roots : 0;
      if (chain->size() < kMaxChain && roots <= members.size() / 2) {
        whole = false;
        change = std::move(since);
      }
    }
  }

  Snapshot snapshot{.id = 0,
                    .root = RootOf(members),
                    .doc_count = members.size(),
                    .parent_id = std::nullopt,
                    .parent_root = std::nullopt,
                    .taken_at = log.Now(),
                    .event_seq = log.size(),
                    .event_hash = {},
                    .reason = std::string(reason)};
  if (parent) {
    snapshot.parent_id = parent->id;
    snapshot.parent_root = parent->root;
  }
  NewEvent event{.type = audit::kSnapshotCreate,
                 .subject = snapshot.root.hex(),
                 .hashes = {{"state", audit::HashSnapshotState(snapshot.root, snapshot.doc_count,
                                                               snapshot.parent_root)},
                            {"corpus", corpus_state}},
                 .texts = {}};
  if (snapshot.parent_root) event.hashes.emplace("parent", *snapshot.parent_root);
  if (!reason.empty()) event.texts.push_back({"reason", snapshot.reason, std::nullopt});
  TRY(log.Append(event));
  snapshot.event_hash = log.head();
  TRY_ASSIGN(sqlite::Statement insert,
             database_->Prepare("INSERT INTO snapshots(snapshot_root,doc_count,parent_id,taken_at,"
                                "event_seq,base_id,stored_roots) VALUES(?1,?2,?3,?4,?5,?6,?7)"));
  insert.BindHash(1, snapshot.root)
      .Bind(2, static_cast<std::int64_t>(snapshot.doc_count))
      .Bind(4, snapshot.taken_at)
      .Bind(5, static_cast<std::int64_t>(snapshot.event_seq))
      .Bind(7, static_cast<std::int64_t>(change.added.size() + change.removed.size()));
  if (parent) {
    insert.Bind(3, parent->id);
  } else {
    insert.BindNull(3);
  }
  if (whole) {
    insert.BindNull(6);
  } else {
    insert.Bind(6, parent->id);
  }
  TRY(insert.Run());
  snapshot.id = database_->last_insert_rowid();
  TRY(WriteParts(snapshot.id, kAdded, change.added));
  TRY(WriteParts(snapshot.id, kRemoved, change.removed));
  TRY(transaction.Commit());
  return snapshot;
}

Status Snapshots::BurnReason(const Snapshot& snapshot) {
  {
    TRY_ASSIGN(sqlite::Transaction transaction, sqlite::Transaction::Begin(database_));
    TRY_ASSIGN(sqlite::Statement erase,
               database_->Prepare("DELETE FROM audit_texts WHERE seq=?1 AND name='reason'"));
    TRY(erase.Bind(1, static_cast<std::int64_t>(snapshot.event_seq)).Run());
    if (database_->changes() == 0) {
      // Burned before: what could not be erased then is erased now.
      bool burned = false;
      TRY(home_->log().ReadEvents(0, kNewestEvent, [&](const StoredEvent& event) {
        burned = event.body.type == kTextBurn && event.body.subject == snapshot.event_hash.hex();
        return !burned;
      }));
      if (!burned) {
        return Fail(ErrorCode::kNotFound,
                    "snapshot " + std::to_string(snapshot.id) + " has no reason to burn");
      }
    } else {
      TRY_ASSIGN(AuditLog log, OpenAuditLog(home_));
      TRY(log.Append(
          {.type = kTextBurn, .subject = snapshot.event_hash.hex(), .hashes = {}, .texts = {}}));
    }
    TRY(transaction.Commit());
  }
  return EraseRemains(database_, "providence.db");
}

Status Snapshots::Verify(const Snapshot& snapshot) {
  TRY_ASSIGN(const std::vector<DocumentRoot> members, Members(snapshot.id));
  if (members.size() != snapshot.doc_count) {
    return Wrong(snapshot, "it has " + std::to_string(members.size()) + " members, its row says " +
                               std::to_string(snapshot.doc_count));
  }
  const SnapshotRoot root = RootOf(members);
  if (root != snapshot.root) {
    return Wrong(snapshot, "its members have the root " + root.hex() + ", its row says " +
                               snapshot.root.hex());
  }
  if (snapshot.parent_id.has_value() != snapshot.parent_root.has_value()) {
    return Wrong(snapshot, "the snapshot before it is missing");
  }
  std::optional<StoredEvent> event;
  TRY(home_->log().ReadEvents(snapshot.event_seq, kNewestEvent, [&](const StoredEvent& found) {
    event = found;
    return false;
  }));
  const auto says = [&](const char* name, const Hash256& hash) {
    const auto it = event->body.hashes.find(name);
    return it != event->body.hashes.end() && it->second == hash;
  };
  const bool bound =
      event && event->body.seq == snapshot.event_seq &&
      event->body.type == audit::kSnapshotCreate && event->body.subject == snapshot.root.hex() &&
      event->body.time >= snapshot.taken_at &&
      says("state",
           audit::HashSnapshotState(snapshot.root, snapshot.doc_count, snapshot.parent_root)) &&
      (!snapshot.parent_root || says("parent", *snapshot.parent_root));
  if (!bound) return Wrong(snapshot, "its row is not what its event recorded");
  return {};
}

}  // namespace arborist::store
