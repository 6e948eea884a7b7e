// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <exception>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/home.h"
#include "base/mutex.h"
#include "base/parallel_for.h"

namespace arborist::app {

// Whose eyes a call sees with: the shard sets that may be looked into; none named: all. A record is
// visible when every document it rests on is.
struct View {
  std::vector<std::string> shards;
};

// Homes are costly to open and cheap to keep: whoever needs one takes it and gives it back. One
// that nobody uses holds no snapshot, so that writers and burns are not kept waiting. No home of a
// pool waits for another writer of a shard. Thread-safe.
class ReaderPool {
 public:
  ReaderPool(HomeEnvironment environment, Config config)
      : environment_(std::move(environment)), config_(std::move(config)) {
    environment_.workers = &workers_;
  }

 private:
  struct Opened {
    std::unique_ptr<Home> home;
    std::vector<store::ShardAddress> shards;  // that were there when it was opened
  };

 public:
  class Lease {
   public:
    Lease(Lease&& other) noexcept
        : pool_(std::exchange(other.pool_, nullptr)),
          key_(std::move(other.key_)),
          opened_(std::move(other.opened_)),
          exceptions_(other.exceptions_) {}
    Lease& operator=(Lease&&) = delete;
    ~Lease();
    Home* operator->() const { return opened_.home.get(); }
    Home& operator*() const { return *opened_.home; }

   private:
    friend class ReaderPool;
    Lease(ReaderPool* pool, std::string key) : pool_(pool), key_(std::move(key)) {}
    ReaderPool* pool_;
    std::string key_;
    Opened opened_;
    int exceptions_ = std::uncaught_exceptions();  // that were under way when it was taken
  };
  // The home as the view shows it, at its newest state. Waits while the pool is stopped.
  Result<Lease> Take(const View& view);

  // Closes all that are idle, and waits a few seconds for those that are out, of which one may wait
  // for a model; none is given out while the guard lives. For what wants the files for itself.
  class Stopped {
   public:
    explicit Stopped(ReaderPool* pool);
    ~Stopped();
    Stopped(const Stopped&) = delete;
    Stopped& operator=(const Stopped&) = delete;

   private:
    ReaderPool* pool_;
  };

 private:
  static constexpr std::size_t kMaxIdle = 16;
  Result<Opened> Open(const std::vector<std::string>& sets);
  Result<std::vector<store::ShardAddress>> Shards() const;
  void GiveBack(const std::string& key, Opened opened) noexcept;

  HomeEnvironment environment_;
  const Config config_;
  WorkerPool workers_{ThreadsFor(0)};  // search for all homes of the pool
  Mutex mutex_;
  CondVar changed_;
  std::multimap<std::string, Opened> idle_ GUARDED_BY(mutex_);
  std::size_t out_ GUARDED_BY(mutex_) = 0;
  bool stopped_ GUARDED_BY(mutex_) = false;
};

}  // namespace arborist::app
