// SPDX-License-Identifier: AGPL-3.0-only
// The hash chain of a log. FROZEN: docs/format/audit-chain.md. Each event hash covers the previous
// one, so changing an event changes every later hash; ChainChecker walks the chain and names the
// first fault. The canonical JSON is written directly, members in sorted order, because a full
// check hashes millions of events; a test compares it with json::Canonical.
#include "audit/event.h"

#include "crypto/sha256.h"

namespace arborist::audit {

json::Value BodyToJson(const EventBody& body) {
  json::Object hashes;
  for (const auto& [name, hash] : body.hashes) hashes.emplace(name, hash.hex());
  return json::Object{{"v", kEventVersion},
                      {"log", body.log.hex()},
                      {"seq", static_cast<std::int64_t>(body.seq)},
                      {"type", body.type},
                      {"time", body.time},
                      {"subject", body.subject},
                      {"actor", body.actor},
                      {"hashes", std::move(hashes)}};
}

namespace {

// The canonical JSON of BodyToJson, written directly: the speed of a full check depends on it.
void AppendCanonicalBody(std::string* out, const EventBody& body) {
  out->append("{\"actor\":");
  json::AppendString(body.actor, out);
  out->append(",\"hashes\":{");
  bool first = true;
  for (const auto& [name, hash] : body.hashes) {
    if (!first) out->push_back(',');
    first = false;
    json::AppendString(name, out);
    out->append(":\"");
    out->append(hash.hex());
    out->push_back('"');
  }
  out->append("},\"log\":\"");
  out->append(body.log.hex());
  out->append("\",\"seq\":");
  out->append(std::to_string(body.seq));
  out->append(",\"subject\":");
  json::AppendString(body.subject, out);
  out->append(",\"time\":");
  out->append(std::to_string(body.time));
  out->append(",\"type\":");
  json::AppendString(body.type, out);
  out->append(",\"v\":1}");
}

}  // namespace

EventHash HashEvent(const EventHash& previous, const EventBody& body) {
  thread_local std::string buffer;  // keeps its memory: logs are checked a million events at a time
  buffer = previous.hex();
  AppendCanonicalBody(&buffer, body);
  return EventHash(crypto::Sha256(buffer));
}

Hash256 SaltedHash(std::string_view salt, std::string_view text) {
  crypto::Sha256Hasher hasher;
  hasher.Update(salt);
  hasher.Update(text);
  return hasher.Finish();
}

Status ChainChecker::Next(const EventBody& body, const EventHash& stored_hash) {
  const std::string place = "event " + std::to_string(size_);
  if (body.seq != size_) {
    return Refuse("seq_gap", place + " has number " + std::to_string(body.seq));
  }
  if (size_ == 0) {
    log_ = body.log;
  } else if (body.log != log_) {
    return Refuse("log_changed", place + " belongs to another log");
  } else if (body.time < last_time_) {
    return Refuse("time_decreased", place + " is older than the one before it");
  }
  if (HashEvent(head_, body) != stored_hash) {
    return Refuse("event_hash_mismatch", place + " does not hash to what is stored for it");
  }
  last_time_ = body.time;
  head_ = stored_hash;
  ++size_;
  return {};
}

}  // namespace arborist::audit
