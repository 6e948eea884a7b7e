// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "app/answer_cache.h"
#include "app/reader_pool.h"
#include "app/rpc_server.h"
#include "app/service.h"
#include "prove/prove_record.h"

namespace arborist::app {

class Service::Impl {
 public:
  explicit Impl(Options given);
  ~Impl();
  Status Start();

  Result<ReaderPool::Lease> Take(const View& view) { return readers.Take(view.shards); }
  // For what speaks of everything; kForbidden for whoever sees only a part.
  Result<ReaderPool::Lease> TakeWhole(const View& view);
  ask::Services ServicesOf(Reader* reader, const Progress& progress) const;

  const Options options;
  ReaderPool readers;
  std::unique_ptr<AnswerCache> answers;
  std::unique_ptr<store::HomeStore> tokens;  // for looking tokens up
  std::mutex tokens_mutex;
  std::mutex write_mutex;
  RpcServer rpc;

  std::mutex stats_mutex;
  store::ChangeWatch::Versions stats_of;
  json::Value stats;

 private:
  // Writes down, every few seconds, how often records were served from memory.
  void Keep();
  void WriteHits();
  std::thread keeper_;
  std::mutex keeper_mutex_;
  std::condition_variable keeper_wake_;
  bool ending_ = false;
};

// For whoever sees only some shards and asks for what speaks of all.
Error WholeOnly();

// A record that the caller may see, by key or prefix; kNotFound for others too.
Result<store::Record> VisibleRecord(Reader* reader, std::string_view key);
Result<bool> IsVisible(Reader* reader, const store::Record& record);
// What a name means to the caller: what is hidden is answered like what is absent, to the letter.
Result<prove::Named> VisibleName(Reader* reader, std::string_view name);

}  // namespace arborist::app
