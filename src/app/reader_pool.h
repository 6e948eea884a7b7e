// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/home_cache.h"
#include "app/model.h"
#include "base/mutex.h"
#include "retrieve/search.h"
#include "store/corpus.h"
#include "store/home/home.h"
#include "store/home/records.h"

namespace arborist::app {

// Everything that one call reads with, open. Belongs to one thread at a time.
struct Reader {
  store::Corpus corpus;                // what the caller may see
  std::unique_ptr<store::Corpus> all;  // the whole, where that is more
  std::unique_ptr<store::HomeStore> home;
  std::unique_ptr<HomeCache> cache;
  std::unique_ptr<retrieve::Searcher> searcher;
  Model model;
  std::vector<std::filesystem::path> files;  // that stood there when it was opened

  const store::Corpus& whole() const { return all != nullptr ? *all : corpus; }
  bool restricted() const { return all != nullptr; }
  store::Records records() const { return store::Records(home.get()); }
};

// Readers are costly to open and cheap to keep: whoever needs one takes it and gives it back. One
// that nobody uses holds no snapshot, so that writers and burns are not kept waiting. Thread-safe.
class ReaderPool {
 public:
  struct Options {
    store::HomePaths home;
    store::HomeStore::Options store;
    Config config;
    ModelEnvironment model;
  };
  explicit ReaderPool(Options options) : options_(std::move(options)) {}

  class Lease {
   public:
    Lease(Lease&& other) noexcept
        : pool_(std::exchange(other.pool_, nullptr)),
          key_(std::move(other.key_)),
          reader_(std::move(other.reader_)),
          exceptions_(other.exceptions_) {}
    Lease& operator=(Lease&&) = delete;
    ~Lease();
    Reader* operator->() const { return reader_.get(); }
    Reader& operator*() const { return *reader_; }

   private:
    friend class ReaderPool;
    Lease(ReaderPool* pool, std::string key) : pool_(pool), key_(std::move(key)) {}
    ReaderPool* pool_;
    std::string key_;
    std::unique_ptr<Reader> reader_;
    int exceptions_ = std::uncaught_exceptions();  // that were under way when it was taken
  };
  // At the newest state. sets: those that may be seen; none: all. Waits while the pool is stopped.
  Result<Lease> Take(const std::vector<std::string>& sets);

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
  Result<std::unique_ptr<Reader>> Open(const std::vector<std::string>& sets) const;
  Result<std::vector<std::filesystem::path>> Files() const;
  void GiveBack(const std::string& key, std::unique_ptr<Reader> reader) noexcept;

  const Options options_;
  Mutex mutex_;
  CondVar changed_;
  std::multimap<std::string, std::unique_ptr<Reader>> idle_ GUARDED_BY(mutex_);
  std::size_t out_ GUARDED_BY(mutex_) = 0;
  bool stopped_ GUARDED_BY(mutex_) = false;
};

}  // namespace arborist::app
