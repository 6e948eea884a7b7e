// SPDX-License-Identifier: AGPL-3.0-only
#include "app/answer_cache.h"

#include <chrono>
#include <cstdio>

namespace arborist::app {

namespace {

constexpr std::string_view kTimings = "timings_ms";

// The text of an object without its braces.
std::string Members(const json::Object& object) {
  std::string text = json::ToValidUtf8(json::DumpLine(object));
  return text.substr(1, text.size() - 2);
}

}  // namespace

AnswerCache::AnswerCache(std::unique_ptr<store::ChangeWatch> watch, std::string endpoint,
                         std::string model_id)
    : watch_(std::move(watch)), endpoint_(std::move(endpoint)), model_id_(std::move(model_id)) {}

Result<std::unique_ptr<AnswerCache>> AnswerCache::Open(const store::HomePaths& home,
                                                       std::string endpoint, std::string model) {
  TRY_ASSIGN(std::unique_ptr<store::ChangeWatch> watch, store::ChangeWatch::Open(home));
  return std::unique_ptr<AnswerCache>(
      new AnswerCache(std::move(watch), std::move(endpoint), std::move(model)));
}

void AnswerCache::Look() {
  const store::ChangeWatch::Versions now = watch_->Look();
  if (now.shards != versions_.shards) {
    entries_.clear();
    index_.clear();
    bytes_ = 0;
  }
  versions_ = now;
}

void AnswerCache::Remove(Entries::iterator entry) {
  bytes_ -= entry->bytes();
  index_.erase(entry->key);
  entries_.erase(entry);
}

// Something was committed to the home store since: was it about this answer?
bool AnswerCache::Counts(Entry* entry) {
  if (entry->home_version == versions_.home) return true;
  if (!watch_->IsLive(entry->record_id, entry->revision)) return false;
  if (!model_id_.empty() &&
      !watch_->HasModelRevision(endpoint_, model_id_, entry->model_revision)) {
    return false;
  }
  entry->home_version = versions_.home;
  return true;
}

std::optional<AnswerCache::Hit> AnswerCache::Find(const std::string& key) {
  const auto begin = std::chrono::steady_clock::now();
  const MutexLock lock(mutex_);
  const auto found = index_.find(key);
  if (found == index_.end()) return std::nullopt;
  Look();
  if (index_.empty()) return std::nullopt;
  const Entries::iterator entry = found->second;
  if (!Counts(&*entry)) {
    Remove(entry);
    return std::nullopt;
  }
  entries_.splice(entries_.begin(), entries_, entry);
  ++hits_[entry->record_id];
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  char timings[96];
  std::snprintf(timings, sizeof timings, "\"%s\":{\"lookup\":%.3f,\"total\":%.3f}", kTimings.data(),
                took.count(), took.count());
  Hit hit{{}, entry->audit_mode};
  hit.text.reserve(entry->before.size() + entry->after.size() + sizeof timings);
  hit.text.append(entry->before).append(timings).append(entry->after);
  return hit;
}

store::ChangeWatch::Versions AnswerCache::Now() {
  const MutexLock lock(mutex_);
  Look();
  return versions_;
}

void AnswerCache::Put(const std::string& key, const ask::AskResult& result,
                      const store::ChangeWatch::Versions& found_in) {
  if (!result.cached || !result.stored) return;
  json::Object before = ask::ToJson(result);
  json::Object after;
  while (!before.empty()) {
    auto last = std::prev(before.end());
    const bool is_timings = last->first == kTimings;
    if (!is_timings) after.insert(std::move(*last));
    before.erase(last);
    if (is_timings) break;
  }
  Entry entry;
  entry.key = key;
  entry.before = "{" + Members(before) + ",";
  entry.after = "," + Members(after) + "}\n";
  entry.audit_mode = result.record.audit_mode();
  entry.record_id = result.stored->record_id;
  entry.revision = result.stored->revision;
  entry.model_revision = result.asked.revision;
  entry.home_version = found_in.home;
  const MutexLock lock(mutex_);
  Look();
  if (versions_.shards != found_in.shards || entry.bytes() > kMaxBytes / 8) return;
  if (const auto known = index_.find(key); known != index_.end()) Remove(known->second);
  bytes_ += entry.bytes();
  entries_.push_front(std::move(entry));
  index_.emplace(key, entries_.begin());
  while (bytes_ > kMaxBytes) Remove(std::prev(entries_.end()));
}

void AnswerCache::Sweep() {
  const MutexLock lock(mutex_);
  Look();
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    const auto next = std::next(entry);
    if (!Counts(&*entry)) Remove(entry);
    entry = next;
  }
}

void AnswerCache::Clear() {
  const MutexLock lock(mutex_);
  entries_.clear();
  index_.clear();
  bytes_ = 0;
}

std::map<std::int64_t, std::int64_t> AnswerCache::TakeHits() {
  const MutexLock lock(mutex_);
  return std::exchange(hits_, {});
}

}  // namespace arborist::app
