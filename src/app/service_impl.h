// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <memory>
#include <string>
#include <thread>

#include "app/answer_cache.h"
#include "app/reader_pool.h"
#include "app/rpc_server.h"
#include "app/service.h"
#include "base/mutex.h"

namespace arborist::app {

class Service::Impl {
 public:
  explicit Impl(Options given);
  ~Impl();
  Status Start();

  Result<ReaderPool::Lease> Take(const View& view) { return readers.Take(view.shards); }
  // For what speaks of everything; kForbidden for whoever sees only a part.
  Result<ReaderPool::Lease> TakeWhole(const View& view);

  const Options options;
  ReaderPool readers;
  std::unique_ptr<AnswerCache> answers;
  Mutex tokens_mutex;
  std::unique_ptr<store::HomeStore> tokens PT_GUARDED_BY(tokens_mutex);  // for looking tokens up
  // Held by whatever writes, from its first look at the store to its last change: it guards no
  // member, but lets what one call found out hold until that call has written.
  Mutex write_mutex;
  RpcServer rpc;

  Mutex stats_mutex;
  store::ChangeWatch::Versions stats_of GUARDED_BY(stats_mutex);
  std::optional<StoreStatistics> stats GUARDED_BY(stats_mutex);

 private:
  // Writes down, every few seconds, how often records were served from memory.
  void Keep();
  void WriteHits();
  std::thread keeper_;
  Mutex keeper_mutex_;
  CondVar keeper_wake_;
  bool ending_ GUARDED_BY(keeper_mutex_) = false;
};

}  // namespace arborist::app
