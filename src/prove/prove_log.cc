// SPDX-License-Identifier: AGPL-3.0-only
#include "prove/prove_log.h"

#include <filesystem>
#include <optional>
#include <utility>

#include "audit/checkpoint.h"
#include "audit/shard_state.h"
#include "base/files.h"
#include "bundle/check.h"
#include "merkle/log_proof.h"
#include "store/home/home.h"
#include "store/log/audit_log.h"
#include "store/log/checkpoints.h"
#include "store/log/nodes.h"

namespace arborist::prove {

namespace {

Result<store::StoredEvent> EventAt(sqlite::Database* events, std::uint64_t seq) {
  std::optional<store::StoredEvent> event;
  TRY(store::ReadEvents(events, seq, [&](const store::StoredEvent& found) {
    event = found;
    return false;
  }));
  if (!event || event->body.seq != seq) {
    return Fail(ErrorCode::kNotFound, "the log has no event " + std::to_string(seq));
  }
  return std::move(*event);
}

Result<bundle::LogPlace> PlaceAt(const store::LogNodes& nodes, sqlite::Database* events,
                                 std::uint64_t size, std::uint64_t seq) {
  bundle::LogPlace place;
  TRY_ASSIGN(store::StoredEvent event, EventAt(events, seq));
  place.event = std::move(event.body);
  place.hash = event.hash;
  if (seq > 0) {
    TRY(store::ReadEventHashes(events, seq - 1, seq,
                               [&](const EventHash& hash) { place.previous = hash; }));
  }
  place.tree_size = size;
  TRY_ASSIGN(place.tree_root, merkle::LogRoot(size, nodes.Subtrees()));
  TRY_ASSIGN(place.path, merkle::ProveInclusion(size, seq, nodes.Subtrees()));
  place.checkpoint_hash = bundle::CheckpointHash(place.event.log, place.tree_size, place.tree_root);
  return place;
}

// The newest checkpoint of this log that covers the event.
Result<std::optional<store::KeptCheckpoint>> Covering(sqlite::Database* home,
                                                      const store::LogHead& head,
                                                      std::uint64_t seq) {
  TRY_ASSIGN(std::optional<store::KeptCheckpoint> kept, store::NewestCheckpoint(home));
  if (!kept || kept->size <= seq || kept->size > head.size) return std::nullopt;
  const auto read = audit::ReadCheckpoint(kept->note);
  if (!read || read->origin != audit::OriginOf(head.log) || read->size != kept->size) {
    return std::nullopt;
  }
  return kept;
}

struct RecordedShard {
  std::uint64_t seq = 0;   // of the shard_head event
  std::uint64_t size = 0;  // of the shard's log then
};

// The newest shard_head event of a shard before `end` whose size is known.
Result<std::optional<RecordedShard>> NewestHead(sqlite::Database* home, const std::string& shard,
                                                std::uint64_t end) {
  TRY_ASSIGN(
      sqlite::Statement select,
      home->Prepare("SELECT e.seq, coalesce(s.size, h.size) FROM audit_events e "
                    "LEFT JOIN head_sizes s USING(seq) LEFT JOIN shard_heads h ON h.shard=?3 "
                    "WHERE e.type_id=(SELECT name_id FROM audit_names WHERE "
                    "name='shard_head') AND e.subject=?1 AND e.seq<?2 "
                    "ORDER BY e.seq DESC LIMIT 1"));
  const std::string subject = "t" + shard;
  select.BindBlob(1, subject).Bind(2, static_cast<std::int64_t>(end)).BindText(3, shard);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row || select.IsNull(1)) return std::nullopt;
  const RecordedShard found{static_cast<std::uint64_t>(select.Int(0)),
                            static_cast<std::uint64_t>(select.Int(1))};
  select.Reset();
  // The row is a shortcut; the event binds the size.
  TRY_ASSIGN(const store::StoredEvent event, EventAt(home, found.seq));
  const auto hash = [&](const char* name) {
    const auto it = event.body.hashes.find(name);
    return it == event.body.hashes.end() ? Hash256{} : it->second;
  };
  if (!event.body.hashes.contains("tree") ||
      audit::HashShardState(shard, hash("log"), found.size, EventHash(hash("head"))) !=
          hash("state")) {
    return std::nullopt;
  }
  return found;
}

Result<json::Value> Checked(json::Value made, std::string_view what) {
  TRY_ASSIGN(const bundle::CheckReport report, bundle::CheckBundleValue(made));
  for (const bundle::Check& check : report.checks) {
    if (check.state != bundle::CheckState::kOk) {
      return Fail(ErrorCode::kCorrupt, std::string(what) + ": " + check.name + ": " + check.detail +
                                           "; no proof was made, arborist audit check says more");
    }
  }
  return made;
}

Result<sqlite::Database> OpenHome(const store::HomePaths& home) {
  TRY_ASSIGN(const bool exists, Exists(home.home_store()));
  if (!exists) {
    return Fail(ErrorCode::kNotFound, "there is no home log in " + home.root.string() +
                                          " yet; arborist ingest begins one");
  }
  return store::OpenHomeToRead(home);
}

}  // namespace

Result<bundle::LogPart> HomeLogPart(sqlite::Database* home, std::uint64_t seq) {
  TRY_ASSIGN(const store::LogHead head, store::ReadHead(home));
  TRY_ASSIGN(std::optional<store::KeptCheckpoint> checkpoint, Covering(home, head, seq));
  const store::LogNodes nodes(home, home, head.log);
  bundle::LogPart part;
  TRY_ASSIGN(static_cast<bundle::LogPlace&>(part),
             PlaceAt(nodes, home, checkpoint ? checkpoint->size : head.size, seq));
  if (checkpoint) part.checkpoint = std::move(checkpoint->note);
  return part;
}

Result<bundle::LogPart> ShardLogPart(store::ShardReader* shard, sqlite::Database* home,
                                     std::uint64_t seq) {
  TRY_ASSIGN(const store::LogHead head, shard->Head());
  const store::LogNodes nodes(shard->database(), home, head.log);
  std::optional<RecordedShard> recorded;
  std::optional<store::KeptCheckpoint> checkpoint;
  std::uint64_t home_size = 0;
  Hash256 home_log;
  if (home != nullptr) {
    TRY_ASSIGN(const store::LogHead home_head, store::ReadHead(home));
    home_log = home_head.log;
    TRY_ASSIGN(checkpoint, Covering(home, home_head, 0));
    // What is signed, if that says enough; else what is recorded.
    if (checkpoint) {
      home_size = checkpoint->size;
      TRY_ASSIGN(recorded, NewestHead(home, shard->name(), home_size));
    }
    if (!recorded || recorded->size <= seq) {
      checkpoint.reset();
      home_size = home_head.size;
      TRY_ASSIGN(recorded, NewestHead(home, shard->name(), home_size));
    }
    if (recorded && (recorded->size <= seq || recorded->size > head.size)) recorded.reset();
  }
  bundle::LogPart part;
  TRY_ASSIGN(static_cast<bundle::LogPlace&>(part),
             PlaceAt(nodes, shard->database(), recorded ? recorded->size : head.size, seq));
  if (!recorded) return part;
  TRY_ASSIGN(part.home,
             PlaceAt(store::LogNodes(home, home, home_log), home, home_size, recorded->seq));
  if (checkpoint) part.checkpoint = std::move(checkpoint->note);
  return part;
}

Result<bundle::LogPart> DocumentLogPart(const store::TextPlace& text, sqlite::Database* home) {
  constexpr int kLookedAt = 64;
  TRY_ASSIGN(sqlite::Statement select,
             text.shard->database()->Prepare(
                 "SELECT last_event FROM locations WHERE doc_id=?1 AND coalesce(revision,0)=?2 "
                 "ORDER BY last_event LIMIT ?3"));
  select.Bind(1, text.doc_id).Bind(2, text.revision).Bind(3, std::int64_t{kLookedAt});
  std::optional<std::uint64_t> best;
  int most = -1;
  while (most < 2) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) break;
    const auto seq = static_cast<std::uint64_t>(select.Int(0));
    TRY_ASSIGN(const store::StoredEvent event, EventAt(text.shard->database(), seq));
    const int binds = (event.body.hashes.contains("document") ? 1 : 0) +
                      (event.body.hashes.contains("text") ? 1 : 0);
    if (binds <= most) continue;
    most = binds;
    best = seq;
  }
  if (!best) {
    return Fail(ErrorCode::kCorrupt, "no event speaks of document " + text.root.hex());
  }
  return ShardLogPart(text.shard, home, *best);
}

Result<json::Value> ProveEvent(const store::HomePaths& home, std::string_view log,
                               std::uint64_t seq) {
  const std::string name = std::string(log) + ":" + std::to_string(seq);
  auto database = OpenHome(home);
  if (log == "home") {
    if (!database) return std::unexpected(std::move(database).error());
    TRY_ASSIGN(const bundle::LogPart part, HomeLogPart(&*database, seq));
    return Checked(bundle::MakeEventBundle(part), name);
  }
  const std::filesystem::path file = home.shards() / (std::string(log) + ".db");
  TRY_ASSIGN(const bool exists, Exists(file));
  if (log.contains('/') || !exists) {
    return Fail(ErrorCode::kNotFound,
                "there is no log " + std::string(log) + "; it is home or the name of a shard");
  }
  TRY_ASSIGN(const auto shard, store::ShardReader::Open(file));
  TRY_ASSIGN(const bundle::LogPart part,
             ShardLogPart(shard.get(), database ? &*database : nullptr, seq));
  return Checked(bundle::MakeEventBundle(part), name);
}

Result<json::Value> ProveConsistency(sqlite::Database* home, std::string_view older,
                                     std::string_view newer) {
  TRY_ASSIGN(const audit::Checkpoint from, audit::ReadCheckpoint(older));
  TRY_ASSIGN(const audit::Checkpoint to, audit::ReadCheckpoint(newer));
  TRY_ASSIGN(const store::LogHead head, store::ReadHead(home));
  const std::string origin = audit::OriginOf(head.log);
  if (from.origin != origin || to.origin != origin) {
    return Fail(ErrorCode::kDoesNotHold, "replaced: the checkpoints are of " + from.origin +
                                             ", and the log of this home is " + origin);
  }
  if (from.size == 0 || from.size > to.size || to.size > head.size) {
    return Fail(ErrorCode::kDoesNotHold, "truncated: a path from " + std::to_string(from.size) +
                                             " to " + std::to_string(to.size) +
                                             " events is not to be had from a log of " +
                                             std::to_string(head.size));
  }
  const store::LogNodes nodes(home, home, head.log);
  bundle::ConsistencyBundle bundle{std::string(older), std::string(newer), {}};
  TRY_ASSIGN(bundle.path, merkle::ProveConsistency(from.size, to.size, nodes.Subtrees()));
  json::Value made = ToJson(bundle);
  TRY_ASSIGN(const bundle::CheckReport report, bundle::CheckBundleValue(made));
  for (const bundle::Check& check : report.checks) {
    if (check.state != bundle::CheckState::kOk) {
      return Fail(ErrorCode::kDoesNotHold,
                  check.name + ": " + check.detail +
                      "; the log of this home is not the one that was signed, arborist audit "
                      "verify says more");
    }
  }
  return made;
}

}  // namespace arborist::prove
