// SPDX-License-Identifier: AGPL-3.0-only
// Idle homes wait in a map by what they may see. One that is taken moves on to the newest state of
// its shards, or is opened anew where the shard files are others than when it was opened.
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
  if (std::uncaught_exceptions() > exceptions_) opened_.home.reset();
  pool_->GiveBack(key_, std::move(opened_));
}

Result<std::vector<store::ShardAddress>> ReaderPool::Shards() const {
  std::vector<store::ShardAddress> shards;
  TRY_ASSIGN(const std::vector<store::ShardSet> sets, store::ListShardSets(environment_.paths));
  for (const store::ShardSet& set : sets) {
    for (std::uint32_t i = 0; i < set.count; ++i) {
      shards.push_back(set.ShardAt(environment_.paths, i));
    }
  }
  return shards;
}

Result<ReaderPool::Opened> ReaderPool::Open(const std::vector<std::string>& sets) {
  Opened opened;
  TRY_ASSIGN(opened.shards, Shards());
  TRY_ASSIGN(opened.home, Home::Open(environment_, sets, curate::Busy::kPassOver));
  TRY(opened.home->OpenStore(StoreUse::kMake));
  TRY(opened.home->OpenModel(config_));
  return opened;
}

Result<ReaderPool::Lease> ReaderPool::Take(const View& view) {
  std::string key;
  for (const std::string& set : view.shards) key += set + "\n";
  Lease lease(nullptr, key);
  {
    const MutexLock lock(mutex_);
    while (stopped_) changed_.Wait(mutex_);
    ++out_;
    lease.pool_ = this;
    // The one given back last: its pages are warm, and what a burst opened beside it stays cold.
    if (const auto [first, end] = idle_.equal_range(key); first != end) {
      const auto newest = std::prev(end);
      lease.opened_ = std::move(newest->second);
      idle_.erase(newest);
    }
  }
  if (lease.opened_.home != nullptr) {
    TRY_ASSIGN(const std::vector<store::ShardAddress> shards, Shards());
    if (shards == lease.opened_.shards && lease.opened_.home->Renew()) return lease;
    lease.opened_.home.reset();
  }
  TRY_ASSIGN(lease.opened_, Open(view.shards));
  return lease;
}

void ReaderPool::GiveBack(const std::string& key, Opened opened) noexcept {
  if (opened.home != nullptr) opened.home->Release();
  {
    const MutexLock lock(mutex_);
    --out_;
    if (opened.home != nullptr && !stopped_ && idle_.size() < kMaxIdle) {
      try {
        idle_.emplace(key, std::move(opened));
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
