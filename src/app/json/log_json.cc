// SPDX-License-Identifier: AGPL-3.0-only
// JSON of events, the health of logs and checkpoints.
#include "app/json/log_json.h"

#include "app/fields.h"

namespace arborist::app {

namespace {

json::Object EventJson(const store::StoredEvent& event) {
  json::Object hashes;
  for (const auto& [name, hash] : event.body.hashes) hashes.emplace(name, hash.hex());
  return {{"seq", Signed(event.body.seq)}, {"type", event.body.type},
          {"time", event.body.time},       {"subject", event.body.subject},
          {"actor", event.body.actor},     {"hashes", std::move(hashes)},
          {"event_hash", event.hash.hex()}};
}

json::Object CheckpointJson(const store::KeptCheckpoint& checkpoint) {
  return {{"size", Signed(checkpoint.size)},
          {"root", checkpoint.root.hex()},
          {"signed_at", checkpoint.signed_at},
          {"note", checkpoint.note}};
}

}  // namespace

json::Object ToJson(const EventPage& page) {
  json::Array items;
  for (const store::StoredEvent& event : page.items) items.emplace_back(EventJson(event));
  return {{"store", page.store},
          {"size", Signed(page.size)},
          {"items", std::move(items)},
          {"next", page.next ? json::Value(Signed(*page.next)) : json::Value()}};
}

json::Object ToJson(const LogHealth& health) {
  json::Array logs;
  for (const CheckedLog& log : health.logs) {
    logs.emplace_back(json::Object{{"store", log.name},
                                   {"log", log.head.log.hex()},
                                   {"size", Signed(log.head.size)},
                                   {"head", log.head.head.hex()},
                                   {"ok", log.wrong.empty()},
                                   {"checked_from", Signed(log.checked_from)},
                                   {"detail", log.wrong}});
  }
  return {{"ok", health.ok}, {"logs", std::move(logs)}};
}

json::Object ToJson(const CheckpointList& list) {
  json::Array items;
  for (const ListedCheckpoint& listed : list.items) {
    json::Object item = CheckpointJson(listed.checkpoint);
    item.emplace("signature_holds",
                 listed.signature_holds ? json::Value(*listed.signature_holds) : json::Value());
    items.emplace_back(std::move(item));
  }
  return {{"items", std::move(items)},
          {"origin", list.origin},
          {"key", list.key.empty() ? json::Value() : json::Value(list.key)},
          {"log_size", Signed(list.log_size)}};
}

json::Object ToJson(const SignedCheckpoint& made) {
  json::Object object = CheckpointJson(made.log.checkpoint);
  object.emplace("made", made.log.made);
  object.emplace("origin", made.origin);
  if (made.log.forked_from) object.emplace("forked_from", made.log.forked_from->string());
  return object;
}

}  // namespace arborist::app
