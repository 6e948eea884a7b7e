// SPDX-License-Identifier: AGPL-3.0-only
// The log of a bundle as JSON, and back. An event of an unknown version is kUnsupported, because
// its hash could not be computed.
#include "bundle/log_part.h"

#include <utility>

#include "crypto/sha256.h"
#include "json/fields.h"

namespace arborist::bundle {

namespace {

json::Object PlaceToJson(const LogPlace& log) {
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

Result<audit::EventBody> ReadEvent(const json::Value& value) {
  TRY_ASSIGN(const std::int64_t version, value.Int("v"));
  if (version != audit::kEventVersion) {
    return Fail(ErrorCode::kUnsupported,
                "not checked: an event of version " + std::to_string(version));
  }
  audit::EventBody body;
  TRY_ASSIGN(body.log, json::HashField(value, "log"));
  TRY_ASSIGN(body.seq, json::CountField(value, "seq"));
  TRY_ASSIGN(body.type, value.String("type"));
  TRY_ASSIGN(body.time, value.Int("time"));
  TRY_ASSIGN(body.subject, value.String("subject"));
  TRY_ASSIGN(body.actor, value.String("actor"));
  TRY_ASSIGN(const json::Object* hashes, value.Map("hashes"));
  for (const auto& [name, unused] : *hashes) {
    TRY_ASSIGN(body.hashes[name], json::HashField(*hashes, name));
  }
  return body;
}

Result<LogPlace> ReadPlace(const json::Value& value) {
  LogPlace log;
  TRY_ASSIGN(const json::Object* event, value.Map("event"));
  TRY_ASSIGN(log.event, ReadEvent(*event));
  TRY_ASSIGN(const Hash256 previous, json::HashField(value, "previous"));
  log.previous = EventHash(previous);
  TRY_ASSIGN(const Hash256 hash, json::HashField(value, "event_hash"));
  log.hash = EventHash(hash);
  TRY_ASSIGN(const json::Object* tree_fields, value.Map("tree"));
  const json::Value tree(*tree_fields);
  TRY_ASSIGN(log.tree_size, json::CountField(tree, "size"));
  TRY_ASSIGN(log.tree_root, json::HashField(tree, "root"));
  TRY_ASSIGN(log.checkpoint_hash, json::HashField(tree, "checkpoint_hash"));
  TRY_ASSIGN(log.path, json::HashesField(tree, "path"));
  return log;
}

}  // namespace

Hash256 CheckpointHash(const Hash256& log, std::uint64_t size, const Hash256& root) {
  return crypto::Sha256(json::Dump(json::Object{
      {"log", log.hex()}, {"root", root.hex()}, {"size", static_cast<std::int64_t>(size)}}));
}

json::Object ToJson(const LogPart& log) {
  json::Object object = PlaceToJson(log);
  if (log.home) object.emplace("home", PlaceToJson(*log.home));
  if (log.checkpoint) object.emplace("checkpoint", *log.checkpoint);
  return object;
}

Result<LogPart> ReadLogPart(const json::Value& value) {
  LogPart log;
  TRY_ASSIGN(static_cast<LogPlace&>(log), ReadPlace(value));
  if (value.Find("home") != nullptr) {
    TRY_ASSIGN(const json::Object* home, value.Map("home"));
    auto place = ReadPlace(*home);
    if (!place) return std::unexpected(std::move(place).error().In("home"));
    log.home = std::move(*place);
  }
  if (value.Find("checkpoint") != nullptr) {
    TRY_ASSIGN(log.checkpoint, value.String("checkpoint"));
  }
  return log;
}

}  // namespace arborist::bundle
