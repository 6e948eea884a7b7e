// SPDX-License-Identifier: AGPL-3.0-only
// The place of an event: its path in the tree of its log, and, for a shard, the shard_head event by
// which the home log recorded that tree. The tree is taken at the size that the newest checkpoint
// covers; if that is too early, at the newest recorded size, and the place is then unsigned. Every
// bundle is verified before it is returned.
#include "prove/prove_log.h"

#include <memory>
#include <optional>
#include <utility>

#include "audit/checkpoint.h"
#include "bundle/verify.h"
#include "merkle/log_proof.h"
#include "store/home/recorded_heads.h"
#include "store/log/checkpoints.h"
#include "store/log/log_view.h"
#include "store/log/nodes.h"
#include "store/shard/location_events.h"

namespace arborist::prove {

namespace {

// The place of an event in the tree of the log's first `size` events.
Result<bundle::LogPlace> PlaceAt(const store::LogView& log, const store::LogNodes& nodes,
                                 std::uint64_t size, std::uint64_t seq) {
  bundle::LogPlace place;
  TRY_ASSIGN(store::StoredEvent event, log.EventAt(seq));
  place.event = std::move(event.body);
  place.hash = event.hash;
  if (seq > 0) {
    TRY(log.ReadHashes(seq - 1, seq, [&](const EventHash& hash) { place.previous = hash; }));
  }
  place.tree_size = size;
  TRY_ASSIGN(place.tree_root, merkle::LogRoot(size, nodes.Subtrees()));
  TRY_ASSIGN(place.path, merkle::ProveInclusion(size, seq, nodes.Subtrees()));
  place.checkpoint_hash = bundle::CheckpointHash(place.event.log, place.tree_size, place.tree_root);
  return place;
}

// The newest checkpoint of this log that covers the event.
Result<std::optional<store::KeptCheckpoint>> Covering(store::HomeStore* home,
                                                      const store::LogHead& head,
                                                      std::uint64_t seq) {
  TRY_ASSIGN(std::optional<store::KeptCheckpoint> kept, store::Checkpoints(home).Newest());
  if (!kept || kept->size <= seq || kept->size > head.size) return std::nullopt;
  const auto read = audit::ReadCheckpoint(kept->note);
  if (!read || read->origin != audit::OriginOf(head.log) || read->size != kept->size) {
    return std::nullopt;
  }
  return kept;
}

Result<json::Value> Checked(json::Value made, std::string_view what) {
  TRY_ASSIGN(const bundle::VerifyReport report, bundle::VerifyBundleValue(made));
  for (const bundle::Check& check : report.checks) {
    if (check.state != bundle::CheckState::kOk) {
      return Fail(ErrorCode::kCorrupt, std::string(what) + ": " + check.name + ": " + check.detail +
                                           "; no proof was made, arborist audit check says more");
    }
  }
  return made;
}

Result<std::unique_ptr<store::HomeStore>> OpenHome(const store::HomePaths& home) {
  TRY_ASSIGN(const bool exists, store::HomeStore::Exists(home));
  if (!exists) {
    return Fail(ErrorCode::kNotFound, "there is no home log in " + home.root.string() +
                                          " yet; arborist ingest begins one");
  }
  return store::HomeStore::OpenToRead(home);
}

}  // namespace

Result<bundle::LogPart> HomeLogPart(store::HomeStore* home, std::uint64_t seq) {
  TRY_ASSIGN(const store::LogHead head, home->log().Head());
  TRY_ASSIGN(std::optional<store::KeptCheckpoint> checkpoint, Covering(home, head, seq));
  const store::LogNodes nodes(&home->log(), home, head.log);
  bundle::LogPart part;
  TRY_ASSIGN(static_cast<bundle::LogPlace&>(part),
             PlaceAt(home->log(), nodes, checkpoint ? checkpoint->size : head.size, seq));
  if (checkpoint) part.checkpoint = std::move(checkpoint->note);
  return part;
}

Result<bundle::LogPart> ShardLogPart(store::ShardReader* shard, store::HomeStore* home,
                                     std::uint64_t seq) {
  using Recorded = store::RecordedHeads::Size;
  TRY_ASSIGN(const store::LogHead head, shard->log().Head());
  const store::LogNodes nodes(&shard->log(), home, head.log);
  std::optional<Recorded> recorded;
  std::optional<store::KeptCheckpoint> checkpoint;
  std::uint64_t home_size = 0;
  Hash256 home_log;
  if (home != nullptr) {
    store::RecordedHeads heads(home);
    TRY_ASSIGN(const store::LogHead home_head, home->log().Head());
    home_log = home_head.log;
    TRY_ASSIGN(checkpoint, Covering(home, home_head, 0));
    // What is signed, if that says enough; else what is recorded.
    if (checkpoint) {
      home_size = checkpoint->size;
      TRY_ASSIGN(recorded, heads.NewestBefore(home_size, shard->name()));
    }
    if (!recorded || recorded->size <= seq) {
      checkpoint.reset();
      home_size = home_head.size;
      TRY_ASSIGN(recorded, heads.NewestBefore(home_size, shard->name()));
    }
    if (recorded && (recorded->size <= seq || recorded->size > head.size)) recorded.reset();
  }
  bundle::LogPart part;
  TRY_ASSIGN(static_cast<bundle::LogPlace&>(part),
             PlaceAt(shard->log(), nodes, recorded ? recorded->size : head.size, seq));
  if (!recorded) return part;
  const store::LogNodes home_nodes(&home->log(), home, home_log);
  TRY_ASSIGN(part.home, PlaceAt(home->log(), home_nodes, home_size, recorded->seq));
  if (checkpoint) part.checkpoint = std::move(checkpoint->note);
  return part;
}

Result<bundle::LogPart> DocumentLogPart(const store::TextPlace& text, store::HomeStore* home) {
  constexpr std::size_t kLookedAt = 64;
  std::optional<std::uint64_t> best;
  int most = -1;
  TRY(store::ReadLocationEvents(text, kLookedAt, [&](const store::StoredEvent& event) {
    const int binds = (event.body.hashes.contains("document") ? 1 : 0) +
                      (event.body.hashes.contains("text") ? 1 : 0);
    if (binds > most) {
      most = binds;
      best = event.body.seq;
    }
    return most < 2;
  }));
  if (!best) {
    return Fail(ErrorCode::kCorrupt, "no event speaks of document " + text.root.hex());
  }
  return ShardLogPart(text.shard, home, *best);
}

Result<json::Value> ProveEvent(const store::HomePaths& paths, std::string_view log,
                               std::uint64_t seq) {
  const std::string name = std::string(log) + ":" + std::to_string(seq);
  auto home = OpenHome(paths);
  if (log == store::kHomeLog) {
    if (!home) return std::unexpected(std::move(home).error());
    TRY_ASSIGN(const bundle::LogPart part, HomeLogPart(home->get(), seq));
    return Checked(bundle::MakeEventBundle(part), name);
  }
  const store::ShardAddress address = paths.shard(log);
  TRY_ASSIGN(const bool exists, address.Exists());
  if (log.contains('/') || !exists) {
    return Fail(ErrorCode::kNotFound,
                "there is no log " + std::string(log) + "; it is home or the name of a shard");
  }
  TRY_ASSIGN(const auto shard, store::ShardReader::Open(address));
  TRY_ASSIGN(const bundle::LogPart part,
             ShardLogPart(shard.get(), home ? home->get() : nullptr, seq));
  return Checked(bundle::MakeEventBundle(part), name);
}

Result<json::Value> ProveConsistency(store::HomeStore* home, std::string_view older,
                                     std::string_view newer) {
  TRY_ASSIGN(const audit::Checkpoint from, audit::ReadCheckpoint(older));
  TRY_ASSIGN(const audit::Checkpoint to, audit::ReadCheckpoint(newer));
  TRY_ASSIGN(const store::LogHead head, home->log().Head());
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
  const store::LogNodes nodes(&home->log(), home, head.log);
  bundle::ConsistencyBundle bundle{std::string(older), std::string(newer), {}};
  TRY_ASSIGN(bundle.path, merkle::ProveConsistency(from.size, to.size, nodes.Subtrees()));
  json::Value made = ToJson(bundle);
  TRY_ASSIGN(const bundle::VerifyReport report, bundle::VerifyBundleValue(made));
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
