// SPDX-License-Identifier: AGPL-3.0-only
// The logs: their events, whether they hold, and what was signed of them.
#include <algorithm>
#include <map>
#include <ranges>

#include "app/fields.h"
#include "app/json/checkpoint_json.h"
#include "app/service_impl.h"
#include "audit/checkpoint.h"
#include "audit/event.h"
#include "notary/keys.h"
#include "notary/logs_check.h"
#include "notary/rotate.h"
#include "notary/sign.h"
#include "store/home/recorded_heads.h"
#include "store/log/checkpoints.h"

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

}  // namespace

Result<json::Value> Service::Events(const View& view, const EventsPage& page) {
  constexpr std::uint64_t kWindow = 1000, kMostLooked = 100'000;
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  const store::LogView* log = nullptr;
  if (page.store == store::kHomeLog) {
    TRY(reader->RequireWhole());
    log = &reader->store()->log();
  }
  for (const auto& shard : reader->corpus().shards()) {
    if (log == nullptr && shard->name() == page.store) log = &shard->log();
  }
  if (log == nullptr) {
    return Fail(ErrorCode::kNotFound, "there is no such log; it is home or the name of a shard");
  }
  TRY_ASSIGN(const store::LogHead head, log->Head());
  std::uint64_t end = std::min(page.before.value_or(head.size), head.size);
  std::uint64_t looked = 0;
  json::Array items;
  // Backwards, a window at a time; a filter that fits little ends with a next page to go on from.
  while (end > 0 && items.size() < page.limit && looked < kMostLooked) {
    const std::uint64_t begin = end > kWindow ? end - kWindow : 0;
    std::vector<store::StoredEvent> window;
    TRY(log->ReadEvents(begin, end, [&](const store::StoredEvent& event) {
      window.push_back(event);
      return true;
    }));
    looked += end - begin;
    end = begin;
    for (const store::StoredEvent& event : std::views::reverse(window)) {
      if (!page.type.empty() && event.body.type != page.type) continue;
      if (!event.body.subject.starts_with(page.subject)) continue;
      if (items.size() == page.limit) break;
      items.emplace_back(EventJson(event));
      if (items.size() == page.limit) end = event.body.seq;
    }
  }
  return json::Value(json::Object{{"store", page.store},
                                  {"size", Signed(head.size)},
                                  {"items", std::move(items)},
                                  {"next", end > 0 ? json::Value(Signed(end)) : nullptr}});
}

namespace {

// Hashes the last events again, or all; "" when they hold.
Result<std::string> CheckChain(const store::LogView& log, std::uint64_t from) {
  std::string wrong;
  EventHash previous;
  std::uint64_t expected = from;
  const std::uint64_t begin = from > 0 ? from - 1 : 0;
  TRY(log.ReadEvents(begin, store::kNewestEvent, [&](const store::StoredEvent& event) {
    if (event.body.seq + 1 == from) {
      previous = event.hash;
      return true;
    }
    if (event.body.seq != expected) wrong = "seq_gap at event " + std::to_string(expected);
    if (wrong.empty() && audit::HashEvent(previous, event.body) != event.hash) {
      wrong = "event_hash_mismatch at event " + std::to_string(event.body.seq);
    }
    previous = event.hash;
    ++expected;
    return wrong.empty();
  }));
  return wrong;
}

// Whether a shard's log still has the event that the home store saw last.
Result<std::string> CheckContinues(store::HomeStore* home, store::ShardReader* shard) {
  TRY_ASSIGN(const auto seen, store::RecordedHeads(home).LastSeen(shard->name()));
  if (!seen) return std::string();
  const std::uint64_t size = seen->size;
  bool continues = false;
  TRY(shard->log().ReadEvents(size - 1, size, [&](const store::StoredEvent& event) {
    continues = event.hash == seen->head;
    return false;
  }));
  return continues ? std::string()
                   : "rolled_back: the log does not continue the " + std::to_string(size) +
                         " events known of it";
}

}  // namespace

namespace {

json::Object LogJson(const std::string& name, const store::LogHead& head, std::uint64_t from,
                     const std::string& wrong) {
  return {{"store", name},           {"log", head.log.hex()}, {"size", Signed(head.size)},
          {"head", head.head.hex()}, {"ok", wrong.empty()},   {"checked_from", Signed(from)},
          {"detail", wrong}};
}

// The key that signs this home's log, where there is one.
std::optional<audit::VerifierKey> KeyOf(const store::HomePaths& home) {
  auto key = notary::ReadVerifierKey(notary::PublicKeyFile(home));
  return key ? std::optional(std::move(*key)) : std::nullopt;
}

// Every event of every log, their trees, and what this home's own key has signed of them.
Result<json::Value> WholeHealth(const store::HomePaths& home, store::HomeStore* store) {
  notary::LogsCheck check{.home = home};
  if (const auto key = KeyOf(home)) {
    TRY_ASSIGN(check.anchors, notary::SignedCopies(store, notary::WithPredecessors(home, *key)));
  }
  TRY_ASSIGN(const notary::LogsReport report, notary::CheckLogs(check));
  json::Array logs;
  std::map<std::string, std::string> wrong;
  for (const notary::Finding& finding : report.findings) {
    std::string& text = wrong[finding.log];
    text += (text.empty() ? "" : "; ") + finding.kind + ": " + finding.detail;
  }
  for (const notary::Unchecked& log : report.not_checked) {
    std::string& text = wrong[log.log];
    text += (text.empty() ? "" : "; ") + std::string("not checked: ") + log.error.message;
  }
  for (const notary::LogState& log : report.logs) {
    logs.emplace_back(LogJson(log.name, {log.id, log.events, log.head}, 0, wrong[log.name]));
    wrong.erase(log.name);
  }
  // Of a log that is not there any more nothing else can be told.
  for (const auto& [name, text] : wrong) {
    if (!text.empty()) logs.emplace_back(LogJson(name, {}, 0, text));
  }
  return json::Value(json::Object{{"ok", report.ok()}, {"logs", std::move(logs)}});
}

}  // namespace

Result<json::Value> Service::LogHealth(const View& view, bool full) {
  constexpr std::uint64_t kLast = 1000;
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  if (full && !reader->restricted()) {
    return WholeHealth(impl_->options.environment.paths, reader->store());
  }
  json::Array logs;
  bool ok = true;
  const auto check = [&](const std::string& name, const store::LogView& log,
                         store::ShardReader* shard) -> Status {
    TRY_ASSIGN(const store::LogHead head, log.Head());
    const std::uint64_t from = full || head.size <= kLast ? 0 : head.size - kLast;
    TRY_ASSIGN(std::string wrong, CheckChain(log, from));
    if (wrong.empty() && shard != nullptr) {
      TRY_ASSIGN(wrong, CheckContinues(reader->store(), shard));
    }
    ok = ok && wrong.empty();
    logs.emplace_back(LogJson(name, head, from, wrong));
    return {};
  };
  if (!reader->restricted()) TRY(check("home", reader->store()->log(), nullptr));
  for (const auto& shard : reader->corpus().shards()) {
    TRY(check(shard->name(), shard->log(), shard.get()));
  }
  return json::Value(json::Object{{"ok", ok}, {"logs", std::move(logs)}});
}

Result<json::Value> Service::Checkpoints(const View& view) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->TakeWhole(view));
  TRY_ASSIGN(const std::vector<store::KeptCheckpoint> kept,
             store::Checkpoints(reader->store()).All());
  TRY_ASSIGN(const store::LogHead head, reader->store()->log().Head());
  const std::optional<audit::VerifierKey> key = KeyOf(impl_->options.environment.paths);
  json::Array items;
  for (const store::KeptCheckpoint& checkpoint : std::views::reverse(kept)) {
    json::Object item = ToJson(checkpoint);
    item.emplace("signature_holds",
                 key ? json::Value(audit::VerifyCheckpoint(checkpoint.note, *key).has_value())
                     : json::Value());
    items.emplace_back(std::move(item));
  }
  return json::Value(json::Object{{"items", std::move(items)},
                                  {"origin", audit::OriginOf(head.log)},
                                  {"key", key ? json::Value(key->ToText()) : json::Value()},
                                  {"log_size", Signed(head.size)}});
}

Result<json::Value> Service::SignCheckpoint(const View& view) {
  const MutexLock lock(impl_->write_mutex);
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->TakeWhole(view));
  TRY_ASSIGN(const audit::SigningKey key, notary::LoadKey(impl_->options.environment.paths));
  TRY_ASSIGN(const notary::SignedLog made, notary::SignLog(impl_->options.environment.paths,
                                                           reader->store(), reader->corpus(), key));
  return json::Value(ToJson(made, key.verifier()));
}

Result<std::vector<std::pair<std::string, std::int64_t>>> Service::LogSizes(const View& view) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->TakeWhole(view));
  std::vector<std::pair<std::string, std::int64_t>> sizes;
  TRY_ASSIGN(const store::LogHead home, reader->store()->log().Head());
  sizes.emplace_back("home", Signed(home.size));
  for (const auto& shard : reader->corpus().shards()) {
    TRY_ASSIGN(const store::LogHead head, shard->Head());
    sizes.emplace_back(shard->name(), Signed(head.size));
  }
  return sizes;
}

}  // namespace arborist::app
