// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <vector>

#include "audit/checkpoint.h"
#include "audit/event.h"
#include "audit/shard_state.h"
#include "bundle/log_part.h"
#include "crypto/sha256.h"
#include "merkle/log_proof.h"

namespace arborist::bundle {

// A log that is made up here.
class SampleLog {
 public:
  explicit SampleLog(std::string_view name) : id_(crypto::Sha256(name)) {}

  void Append(std::string type, std::string subject, std::map<std::string, Hash256> hashes = {}) {
    audit::EventBody body{.log = id_,
                          .seq = bodies_.size(),
                          .type = std::move(type),
                          .time = static_cast<std::int64_t>(1700000000 + bodies_.size()),
                          .subject = std::move(subject),
                          .actor = "test",
                          .hashes = std::move(hashes)};
    hashes_.push_back(audit::HashEvent(head(), body));
    leaves_.push_back(merkle::LogLeaf(hashes_.back()));
    bodies_.push_back(std::move(body));
  }
  // As a home log records a shard.
  void AppendHead(const std::string& shard, const SampleLog& log) {
    Append("shard_head", shard,
           {{"log", log.id_},
            {"head", log.head()},
            {"tree", log.Root(log.size())},
            {"state", audit::HashShardState(shard, log.id_, log.size(), log.head())}});
  }
  LogPlace PlaceOf(std::uint64_t seq) const { return PlaceOf(seq, size()); }
  LogPlace PlaceOf(std::uint64_t seq, std::uint64_t size) const {
    LogPlace place;
    place.event = bodies_[seq];
    place.previous = seq == 0 ? EventHash() : hashes_[seq - 1];
    place.hash = hashes_[seq];
    place.tree_size = size;
    place.tree_root = Root(size);
    place.path = merkle::ProveInclusion(std::span(leaves_).first(size), seq);
    place.checkpoint_hash = CheckpointHash(id_, size, place.tree_root);
    return place;
  }
  audit::Checkpoint CheckpointOf(std::uint64_t size) const {
    return {audit::OriginOf(id_), size, Root(size), {}};
  }
  std::vector<Hash256> PathFrom(std::uint64_t old_size) const {
    return merkle::ProveConsistency(old_size, size(), merkle::SubtreesOf(leaves_)).value();
  }
  Hash256 Root(std::uint64_t size) const {
    return merkle::LogRoot(size, merkle::SubtreesOf(leaves_)).value();
  }
  std::uint64_t size() const { return bodies_.size(); }
  EventHash head() const { return hashes_.empty() ? EventHash() : hashes_.back(); }
  const Hash256& id() const { return id_; }

 private:
  Hash256 id_;
  std::vector<audit::EventBody> bodies_;
  std::vector<EventHash> hashes_;
  std::vector<Hash256> leaves_;
};

// A home with one shard, a key, and the way of a shard's event to a signature.
struct SampleHome {
  explicit SampleHome(const std::string& name, const std::string& subject = "subject",
                      std::uint64_t before = 3, std::map<std::string, Hash256> hashes = {})
      : shard(name + " shard"),
        home(name + " home"),
        key(audit::SigningKey::Generate(audit::OriginOf(home.id()))) {
    for (std::uint64_t i = 0; i < before; ++i) shard.Append("location_gone", "x");
    event = shard.size();
    shard.Append("document_added", subject, std::move(hashes));
    shard.Append("location_gone", name);
    home.Append("log_created", home.id().hex());
    for (std::uint64_t i = 0; i < before; ++i) home.Append("providence_insert", name);
    home.AppendHead(name, shard);
    home.Append("providence_insert", name + "!");
  }
  std::string Note() const { return audit::SignCheckpoint(home.CheckpointOf(home.size()), key); }
  LogPart Part() const {
    LogPart part;
    static_cast<LogPlace&>(part) = shard.PlaceOf(event);
    part.home = home.PlaceOf(home.size() - 2);
    part.checkpoint = Note();
    return part;
  }

  SampleLog shard;
  SampleLog home;
  audit::SigningKey key;
  std::uint64_t event = 0;
};

}  // namespace arborist::bundle
