// SPDX-License-Identifier: AGPL-3.0-only
// Answers in memory, least recently used last. They count while nothing was committed: ChangeWatch
// gives the versions of shards and home store. A change of a shard clears all; a change of the home
// store makes each entry ask once whether its record is still live. Put takes the versions from
// before the answer was found: a commit in between would otherwise be taken for part of it.
#include "app/answer_cache.h"

#include <chrono>

namespace arborist::app {

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
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - begin);
  return Hit{LineAgain(entry->line, took.count()), entry->answer, took.count()};
}

store::ChangeWatch::Versions AnswerCache::Now() {
  const MutexLock lock(mutex_);
  Look();
  return versions_;
}

void AnswerCache::Put(const std::string& key, const ask::AskResult& result,
                      const store::ChangeWatch::Versions& found_in) {
  if (!result.cached || !result.stored) return;
  Entry entry;
  entry.key = key;
  entry.line = LineOf(result);
  auto answer = std::make_shared<ask::AskResult>(result);
  answer->stored->body.clear();  // the run once more, as JSON
  entry.answer = std::move(answer);
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
