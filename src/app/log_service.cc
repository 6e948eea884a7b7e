// SPDX-License-Identifier: AGPL-3.0-only
// The logs: their events, whether they hold, and what was signed of them.
#include "app/log_service.h"

#include <algorithm>
#include <map>
#include <ranges>
#include "audit/checkpoint.h"
#include "audit/event.h"
#include "notary/logs_check.h"
#include "notary/rotate.h"
#include "notary/signing_keys.h"
#include "store/home/recorded_heads.h"

namespace arborist::app {

Result<EventPage> LogService::Events(const Page& page) const {
  constexpr std::uint64_t kWindow = 1000, kMostLooked = 100'000;
  const store::LogView* log = nullptr;
  if (page.store == store::kHomeLog) {
    TRY(home_->RequireWhole());
    log = &home_->store()->log();
  }
  for (const auto& shard : home_->corpus().shards()) {
    if (log == nullptr && shard->name() == page.store) log = &shard->log();
  }
  if (log == nullptr) {
    return Fail(ErrorCode::kNotFound, "there is no such log; it is home or the name of a shard");
  }
  TRY_ASSIGN(const store::LogHead head, log->Head());
  std::uint64_t end = std::min(page.before.value_or(head.size), head.size);
  std::uint64_t looked = 0;
  EventPage result{.store = page.store, .size = head.size, .items = {}, .next = {}};
  // Backwards, a window at a time; a filter that fits little ends with a next page to go on from.
  while (end > 0 && result.items.size() < page.limit && looked < kMostLooked) {
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
      if (result.items.size() == page.limit) break;
      result.items.push_back(event);
      if (result.items.size() == page.limit) end = event.body.seq;
    }
  }
  if (end > 0) result.next = end;
  return result;
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

// The key that signs this home's log, where there is one.
std::optional<audit::VerifierKey> KeyOf(const store::HomePaths& home) {
  auto key = notary::ReadVerifierKey(notary::PublicKeyFile(home));
  return key ? std::optional(std::move(*key)) : std::nullopt;
}

// Every event of every log, their trees, and what this home's own key has signed of them.
Result<LogHealth> WholeHealth(const store::HomePaths& home, store::HomeStore* store) {
  notary::LogsCheck check{.home = home};
  if (const auto key = KeyOf(home)) {
    TRY_ASSIGN(check.anchors, notary::SignedCopies(store, notary::WithPredecessors(home, *key)));
  }
  TRY_ASSIGN(const notary::LogsReport report, notary::CheckLogs(check));
  LogHealth health{.ok = report.ok(), .logs = {}};
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
    health.logs.push_back({.name = log.name,
                           .head = {log.id, log.events, log.head},
                           .checked_from = 0,
                           .wrong = wrong[log.name]});
    wrong.erase(log.name);
  }
  // Of a log that is not there any more nothing else can be told.
  for (const auto& [name, text] : wrong) {
    if (!text.empty()) {
      health.logs.push_back({.name = name, .head = {}, .checked_from = 0, .wrong = text});
    }
  }
  return health;
}

}  // namespace

Result<LogHealth> LogService::Health(Depth depth) const {
  constexpr std::uint64_t kLast = 1000;
  const bool full = depth == Depth::kFull;
  if (full && !home_->restricted()) {
    return WholeHealth(home_->environment().paths, home_->store());
  }
  LogHealth health;
  const auto check = [&](const std::string& name, const store::LogView& log,
                         store::ShardReader* shard) -> Status {
    TRY_ASSIGN(const store::LogHead head, log.Head());
    const std::uint64_t from = full || head.size <= kLast ? 0 : head.size - kLast;
    TRY_ASSIGN(std::string wrong, CheckChain(log, from));
    if (wrong.empty() && shard != nullptr) {
      TRY_ASSIGN(wrong, CheckContinues(home_->store(), shard));
    }
    health.ok = health.ok && wrong.empty();
    health.logs.push_back({.name = name, .head = head, .checked_from = from, .wrong = wrong});
    return {};
  };
  if (!home_->restricted()) TRY(check("home", home_->store()->log(), nullptr));
  for (const auto& shard : home_->corpus().shards()) {
    TRY(check(shard->name(), shard->log(), shard.get()));
  }
  return health;
}

Result<CheckpointList> LogService::Checkpoints() const {
  TRY(home_->RequireWhole());
  TRY_ASSIGN(const std::vector<store::KeptCheckpoint> kept,
             store::Checkpoints(home_->store()).All());
  TRY_ASSIGN(const store::LogHead head, home_->store()->log().Head());
  const std::optional<audit::VerifierKey> key = KeyOf(home_->environment().paths);
  CheckpointList list{.items = {},
                      .origin = audit::OriginOf(head.log),
                      .key = key ? key->ToText() : std::string(),
                      .log_size = head.size};
  for (const store::KeptCheckpoint& checkpoint : std::views::reverse(kept)) {
    ListedCheckpoint item{.checkpoint = checkpoint, .signature_holds = {}};
    if (key) item.signature_holds = audit::VerifyCheckpoint(checkpoint.note, *key).has_value();
    list.items.push_back(std::move(item));
  }
  return list;
}

Result<SignedCheckpoint> LogService::Sign(notary::Fork fork) {
  TRY(home_->RequireWhole());
  const store::HomePaths& paths = home_->environment().paths;
  TRY_ASSIGN(const audit::SigningKey key, notary::LoadKey(paths));
  TRY_ASSIGN(notary::SignedLog made,
             notary::SignLog(paths, home_->store(), home_->corpus(), key, fork));
  return SignedCheckpoint{std::move(made), key.verifier().name};
}

Result<std::vector<std::pair<std::string, std::uint64_t>>> LogService::Sizes() const {
  TRY(home_->RequireWhole());
  std::vector<std::pair<std::string, std::uint64_t>> sizes;
  TRY_ASSIGN(const store::LogHead home, home_->store()->log().Head());
  sizes.emplace_back("home", home.size);
  for (const auto& shard : home_->corpus().shards()) {
    TRY_ASSIGN(const store::LogHead head, shard->Head());
    sizes.emplace_back(shard->name(), head.size);
  }
  return sizes;
}

}  // namespace arborist::app
