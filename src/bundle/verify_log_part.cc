// SPDX-License-Identifier: AGPL-3.0-only
// Follows an event upward: its hash, its place in the tree of its log (RFC 6962 inclusion), from a
// shard's tree to the home log's shard_head event, and from the home log's tree to a signed
// checkpoint. Each step must name the next by hash, so that no event, tree or log can be exchanged
// for another one. Without a key the signature is not checked and the report says that the log is
// unanchored; a key without a checkpoint is a failure, because the user asked for a signature.
#include <string>

#include "audit/checkpoint.h"
#include "audit/shard_state.h"
#include "bundle/log_part.h"
#include "merkle/log_proof.h"

namespace arborist::bundle {

namespace {

std::string PlaceProblem(const LogPlace& log) {
  const Status status = merkle::VerifyInclusion(merkle::LogLeaf(log.hash), log.event.seq,
                                                log.tree_size, log.path, log.tree_root);
  if (!status) return status.error().message;
  if (CheckpointHash(log.event.log, log.tree_size, log.tree_root) != log.checkpoint_hash) {
    return "checkpoint_hash_mismatch: log, size and root do not give it";
  }
  return {};
}

std::string PlaceShown(const LogPlace& log) {
  return "the event is number " + std::to_string(log.event.seq) + " of " +
         std::to_string(log.tree_size) + " under the tree root " + log.tree_root.hex();
}

// Whether the event of the home log records this tree of the shard's log.
std::string ShardHeadProblem(const LogPlace& shard, const LogPlace& home) {
  const auto hash = [&](const char* name) {
    const auto it = home.event.hashes.find(name);
    return it == home.event.hashes.end() ? Hash256{} : it->second;
  };
  if (const std::string problem = EventHashProblem(home); !problem.empty()) return problem;
  if (home.event.type != "shard_head") {
    return "event_type: " + home.event.type + " does not record a shard";
  }
  if (hash("log") != shard.event.log) return "shard_log: it records another log";
  if (hash("tree") != shard.tree_root) return "shard_tree: it records another tree";
  if (audit::HashShardState(home.event.subject, shard.event.log, shard.tree_size,
                            EventHash(hash("head"))) != hash("state")) {
    return "shard_state: it records another number of events";
  }
  return PlaceProblem(home);
}

std::string CheckpointProblem(const LogPart& log, const VerifyOptions& options) {
  if (!log.checkpoint) {
    return "no_checkpoint: a key was given, and the bundle holds nothing that is signed";
  }
  const auto checkpoint = options.key ? audit::VerifyCheckpoint(*log.checkpoint, *options.key)
                                      : audit::ReadCheckpoint(*log.checkpoint);
  if (!checkpoint) {
    const Error& error = checkpoint.error();
    return (error.code == ErrorCode::kDoesNotHold ? "" : "malformed_checkpoint: ") + error.message;
  }
  const LogPlace& top = log.top();
  if (checkpoint->origin != audit::OriginOf(top.event.log)) {
    return "other_log: the checkpoint is of " + checkpoint->origin;
  }
  if (checkpoint->size != top.tree_size) {
    return "size_mismatch: the checkpoint is of " + std::to_string(checkpoint->size) + " events";
  }
  if (checkpoint->root != top.tree_root) {
    return "root_mismatch: the checkpoint has the root " + checkpoint->root.hex();
  }
  return {};
}

}  // namespace

std::string EventHashProblem(const LogPlace& place) {
  if (audit::HashEvent(place.previous, place.event) == place.hash) return {};
  return "event_hash_mismatch: event and previous hash do not give event_hash";
}

void CheckLogPart(const LogPart& log, const VerifyOptions& options, ReportWriter* writer) {
  writer->Judge("log_place", PlaceProblem(log), PlaceShown(log));
  writer->report().roots.push_back({"the root of the log's tree", log.tree_root.hex()});
  if (log.home) {
    writer->Judge("shard_head", ShardHeadProblem(log, *log.home),
                  "the home log recorded that tree of shard " + log.home->event.subject + ": " +
                      PlaceShown(*log.home));
    writer->report().roots.push_back(
        {"the root of the home log's tree", log.home->tree_root.hex()});
  }
  std::vector<std::string>& not_proved = writer->report().not_proved;
  if (!log.checkpoint && !options.key) {
    not_proved.emplace_back(
        "That the log shown is the only one, when its events really happened, and how many there "
        "are: it is unanchored, nobody has signed it here.");
    return;
  }
  const LogPlace& top = log.top();
  writer->Judge("checkpoint", CheckpointProblem(log, options),
                (options.key ? "signed by " + options.key->name + ": "
                             : std::string("stated, its signature not checked for want of a "
                                           "key: ")) +
                    std::to_string(top.tree_size) + " events, root " + top.tree_root.hex());
  not_proved.emplace_back(
      options.key ? "That the log signed is the only one, and when its events really happened: "
                    "whoever holds the key could sign two; checkpoints kept elsewhere tell."
                  : "Who signed the checkpoint: give the key of the log (--key) to check it. Until "
                    "then the log is unanchored.");
}

void CheckNoLogPart(const VerifyOptions& options, ReportWriter* writer) {
  if (options.key) {
    writer->Failed("checkpoint", "no_checkpoint: a key was given, and the bundle holds no log");
  }
}

}  // namespace arborist::bundle
