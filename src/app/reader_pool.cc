// SPDX-License-Identifier: AGPL-3.0-only
#include "app/reader_pool.h"

#include <chrono>
#include <iterator>
#include <new>

namespace arborist::app {

namespace {

// Others stand still meanwhile.
constexpr std::chrono::seconds kLongest{5};

}  // namespace

ReaderPool::Lease::~Lease() {
  if (pool_ == nullptr) return;
  // What an exception left half done is not used again.
  if (std::uncaught_exceptions() > exceptions_) reader_.reset();
  pool_->GiveBack(key_, std::move(reader_));
}

Result<std::vector<std::filesystem::path>> ReaderPool::Files() const {
  std::vector<std::filesystem::path> files;
  TRY_ASSIGN(const std::vector<store::ShardSet> sets, store::ListShardSets(options_.home));
  for (const store::ShardSet& set : sets) {
    for (std::uint32_t i = 0; i < set.count; ++i) files.push_back(set.PathOf(options_.home, i));
  }
  return files;
}

Result<std::unique_ptr<Reader>> ReaderPool::Open(const std::vector<std::string>& sets) const {
  auto reader = std::make_unique<Reader>();
  TRY_ASSIGN(reader->files, Files());
  TRY_ASSIGN(reader->corpus, store::Corpus::Open(options_.home, sets));
  if (!sets.empty()) {
    TRY_ASSIGN(store::Corpus all, store::Corpus::Open(options_.home));
    reader->all = std::make_unique<store::Corpus>(std::move(all));
  }
  TRY_ASSIGN(reader->home, store::HomeStore::Open(options_.home, options_.store));
  reader->cache = std::make_unique<HomeCache>(reader->home.get());
  reader->searcher = std::make_unique<retrieve::Searcher>(&reader->corpus, reader->cache.get());
  TRY_ASSIGN(reader->model, OpenModel(options_.config, options_.model));
  return reader;
}

Result<ReaderPool::Lease> ReaderPool::Take(const std::vector<std::string>& sets) {
  std::string key;
  for (const std::string& set : sets) key += set + "\n";
  Lease lease(nullptr, key);
  {
    const MutexLock lock(mutex_);
    while (stopped_) changed_.Wait(mutex_);
    ++out_;
    lease.pool_ = this;
    // The one given back last: its pages are warm, and what a burst opened beside it stays cold.
    if (const auto [first, end] = idle_.equal_range(key); first != end) {
      const auto newest = std::prev(end);
      lease.reader_ = std::move(newest->second);
      idle_.erase(newest);
    }
  }
  if (lease.reader_ != nullptr) {
    TRY_ASSIGN(const std::vector<std::filesystem::path> files, Files());
    const bool usable = files == lease.reader_->files && lease.reader_->corpus.Snapshot() &&
                        (lease.reader_->all == nullptr || lease.reader_->all->Snapshot());
    if (usable) return lease;
    lease.reader_.reset();
  }
  TRY_ASSIGN(lease.reader_, Open(sets));
  return lease;
}

void ReaderPool::GiveBack(const std::string& key, std::unique_ptr<Reader> reader) noexcept {
  if (reader != nullptr) {
    reader->corpus.Release();
    if (reader->all != nullptr) reader->all->Release();
  }
  {
    const MutexLock lock(mutex_);
    --out_;
    if (reader != nullptr && !stopped_ && idle_.size() < kMaxIdle) {
      try {
        idle_.emplace(key, std::move(reader));
      } catch (const std::bad_alloc&) {
        // It is closed instead; the next call opens another.
      }
    }
  }
  changed_.NotifyAll();
}

ReaderPool::Stopped::Stopped(ReaderPool* pool) : pool_(pool) {
  const auto until = std::chrono::steady_clock::now() + kLongest;
  const MutexLock lock(pool_->mutex_);
  while (pool_->stopped_) pool_->changed_.Wait(pool_->mutex_);
  pool_->stopped_ = true;
  pool_->idle_.clear();
  while (pool_->out_ != 0 && pool_->changed_.WaitUntil(pool_->mutex_, until)) {
  }
}

ReaderPool::Stopped::~Stopped() {
  {
    const MutexLock lock(pool_->mutex_);
    pool_->stopped_ = false;
  }
  pool_->changed_.NotifyAll();
}

}  // namespace arborist::app
