// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/answer_cache.h"
#include "app/ask_service.h"
#include "app/config.h"
#include "app/document_service.h"
#include "app/home.h"
#include "app/reader_pool.h"
#include "app/rpc_server.h"
#include "app/write_service.h"
#include "base/mutex.h"
#include "curate/record_statistics.h"
#include "run/policy.h"
#include "store/home/home.h"

namespace arborist::app {

// Sizes and counts of what a caller sees.
struct StoreStatistics {
  CorpusCounts corpus;
  std::optional<curate::RecordStatistics> records;  // of all records: for whoever sees everything
};

// How a server is set up; nothing secret.
struct ServiceConfig {
  std::string model;  // who answers
  bool has_endpoint = false;
  judge::AnswerMode answer_mode = judge::AnswerMode::kQuote;
  judge::Verifier verifier = judge::Verifier::kLexicalV3;
  std::size_t concurrent_asks = 0;
};

// What a token may do, once it was found to be right.
struct Grant {
  std::string id;
  std::string name;
  std::vector<std::string> scopes;
  std::vector<std::string> shards;
  std::int64_t expires_at = 0;
};

// Everything that a server offers, over one home. What a resource has to say is asked of its
// service over a leased home (document_service.h, record_service.h, proof_service.h, log_service.h,
// snapshot_service.h); questions and what changes the store have services of their own here. Homes
// are opened once and used again; calls that only read never wait for calls that ask a model or
// write. Thread-safe.
class Service {
 public:
  struct Options {
    HomeEnvironment environment;  // its stop also ends ingests under way
    Config config;
    std::size_t concurrent_asks = 4;  // for Configured
  };
  static Result<std::unique_ptr<Service>> Open(Options options);
  ~Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  // kUnauthenticated for a token that is unknown, expired or revoked; which, it does not say.
  // Quick.
  Result<Grant> CheckToken(std::string_view token);
  // An error as others may see it: without the server's folders.
  Error Public(Error error) const;

  // The home as the caller may see it, at its newest state.
  Result<ReaderPool::Lease> Take(const View& view) { return homes_.Take(view); }
  AskService* asks() { return asks_.get(); }
  WriteService* writes() { return writes_.get(); }

  Result<StoreStatistics> Statistics(const View& view);
  ServiceConfig Configured() const;
  std::optional<std::string> Rpc(std::string_view request) const { return rpc_.Handle(request); }

 private:
  explicit Service(Options options);
  Status Start();
  // Writes uses down every few seconds, and lets go of answers that do not count any more.
  void Keep();

  const Options options_;
  ReaderPool homes_;
  std::unique_ptr<AnswerCache> ready_;
  std::unique_ptr<AskService> asks_;
  std::unique_ptr<WriteService> writes_;
  const RpcServer rpc_;

  Mutex tokens_mutex_;
  std::unique_ptr<store::HomeStore> tokens_ GUARDED_BY(tokens_mutex_);  // for looking them up

  Mutex statistics_mutex_;
  store::ChangeWatch::Versions statistics_of_ GUARDED_BY(statistics_mutex_);
  std::optional<StoreStatistics> statistics_ GUARDED_BY(statistics_mutex_);

  Mutex keeper_mutex_;
  CondVar keeper_wake_;
  bool ending_ GUARDED_BY(keeper_mutex_) = false;
  std::thread keeper_;
};

}  // namespace arborist::app
