// SPDX-License-Identifier: AGPL-3.0-only
#include "bundle/log_place.h"

#include <utility>

#include "crypto/sha256.h"
#include "merkle/log_proof.h"

namespace arborist::bundle {

Result<Hash256> ReadHash(const json::Value& value, std::string_view name) {
  TRY_ASSIGN(const std::string hex, value.String(name));
  auto hash = Hash256::FromHexString(hex);
  if (!hash) return std::unexpected(std::move(hash).error().In(name));
  return hash;
}

Result<std::uint64_t> ReadCount(const json::Value& value, std::string_view name) {
  TRY_ASSIGN(const std::int64_t number, value.Int(name));
  if (number < 0) {
    return Fail(ErrorCode::kInvalidData, "field " + std::string(name) + " must not be negative");
  }
  return static_cast<std::uint64_t>(number);
}

namespace {

Result<audit::EventBody> ReadEvent(const json::Value& value) {
  TRY_ASSIGN(const std::int64_t version, value.Int("v"));
  if (version != audit::kEventVersion) {
    return Fail(ErrorCode::kUnsupported,
                "not checked: an event of version " + std::to_string(version));
  }
  audit::EventBody body;
  TRY_ASSIGN(body.log, ReadHash(value, "log"));
  TRY_ASSIGN(body.seq, ReadCount(value, "seq"));
  TRY_ASSIGN(body.type, value.String("type"));
  TRY_ASSIGN(body.time, value.Int("time"));
  TRY_ASSIGN(body.subject, value.String("subject"));
  TRY_ASSIGN(body.actor, value.String("actor"));
  TRY_ASSIGN(const json::Object* hashes, value.Map("hashes"));
  for (const auto& [name, unused] : *hashes) {
    TRY_ASSIGN(body.hashes[name], ReadHash(*hashes, name));
  }
  return body;
}

}  // namespace

Hash256 CheckpointHash(const Hash256& log, std::uint64_t size, const Hash256& root) {
  return crypto::Sha256(json::Dump(json::Object{
      {"log", log.hex()}, {"root", root.hex()}, {"size", static_cast<std::int64_t>(size)}}));
}

json::Value ToJson(const LogPlace& log) {
  json::Array path;
  for (const Hash256& hash : log.path) path.emplace_back(hash.hex());
  return json::Object{{"event", audit::BodyToJson(log.event)},
                      {"previous", log.previous.hex()},
                      {"event_hash", log.hash.hex()},
                      {"tree", json::Object{{"size", static_cast<std::int64_t>(log.tree_size)},
                                            {"root", log.tree_root.hex()},
                                            {"path", std::move(path)},
                                            {"checkpoint_hash", log.checkpoint_hash.hex()}}}};
}

Result<LogPlace> ReadLogPlace(const json::Value& value) {
  LogPlace log;
  TRY_ASSIGN(const json::Object* event, value.Map("event"));
  TRY_ASSIGN(log.event, ReadEvent(*event));
  TRY_ASSIGN(const Hash256 previous, ReadHash(value, "previous"));
  log.previous = EventHash(previous);
  TRY_ASSIGN(const Hash256 hash, ReadHash(value, "event_hash"));
  log.hash = EventHash(hash);
  TRY_ASSIGN(const json::Object* tree_fields, value.Map("tree"));
  const json::Value tree(*tree_fields);
  TRY_ASSIGN(log.tree_size, ReadCount(tree, "size"));
  TRY_ASSIGN(log.tree_root, ReadHash(tree, "root"));
  TRY_ASSIGN(log.checkpoint_hash, ReadHash(tree, "checkpoint_hash"));
  TRY_ASSIGN(const json::Array* path, tree.List("path"));
  for (const json::Value& step : *path) {
    if (!step.is_string()) {
      return Fail(ErrorCode::kInvalidData, "field path must be a list of hashes");
    }
    TRY_ASSIGN(const Hash256 sibling, Hash256::FromHexString(step.as_string()));
    log.path.push_back(sibling);
  }
  return log;
}

std::string EventHashProblem(const LogPlace& log) {
  if (audit::HashEvent(log.previous, log.event) == log.hash) return {};
  return "event_hash_mismatch: event and previous hash do not give event_hash";
}

std::string LogPlaceProblem(const LogPlace& log) {
  const Status status = merkle::VerifyInclusion(merkle::LogLeaf(log.hash), log.event.seq,
                                                log.tree_size, log.path, log.tree_root);
  if (!status) return status.error().message;
  if (CheckpointHash(log.event.log, log.tree_size, log.tree_root) != log.checkpoint_hash) {
    return "checkpoint_hash_mismatch: log, size and root do not give it";
  }
  return {};
}

std::string LogPlaceText(const LogPlace& log) {
  return "the event is number " + std::to_string(log.event.seq) + " of " +
         std::to_string(log.tree_size) + " under the tree root " + log.tree_root.hex();
}

}  // namespace arborist::bundle
