// SPDX-License-Identifier: AGPL-3.0-only
// The parts that a server shares between its requests: the pool of homes, the answers in memory,
// tokens, statistics, and one thread that writes uses down.
#include "app/service.h"

#include <chrono>
#include <utility>

#include "base/contained.h"
#include "crypto/sha256.h"
#include "extractive/extractive.h"
#include "store/home/tokens.h"

namespace arborist::app {

namespace {

constexpr std::chrono::seconds kKeepEvery{2};

}  // namespace

Service::Service(Options options)
    : options_(std::move(options)), homes_(options_.environment, options_.config) {}

Service::~Service() {
  if (!keeper_.joinable()) return;
  {
    const MutexLock lock(keeper_mutex_);
    ending_ = true;
  }
  keeper_wake_.NotifyAll();
  keeper_.join();
}

Result<std::unique_ptr<Service>> Service::Open(Options options) {
  std::unique_ptr<Service> service(new Service(std::move(options)));
  TRY(service->Start());
  return service;
}

Status Service::Start() {
  const HomeEnvironment& environment = options_.environment;
  const Config& config = options_.config;
  // Also makes the home store where there is none, and shows at once that the model can be named.
  TRY(homes_.Take({}));
  {
    const MutexLock lock(tokens_mutex_);
    TRY_ASSIGN(tokens_, OpenHomeStore(environment, StoreUse::kRead));
  }
  TRY_ASSIGN(ready_, AnswerCache::Open(environment.paths, config.endpoint,
                                       config.endpoint.empty() ? std::string() : config.model));
  asks_ = std::make_unique<AskService>(&config, &homes_, ready_.get());
  writes_ = std::make_unique<WriteService>(environment, &homes_, ready_.get());
  keeper_ = std::thread([this] { Keep(); });
  return {};
}

void Service::Keep() {
  const auto write = [this] {
    (void)Contained([this]() -> Status {
      asks_->WriteUses();
      ready_->Sweep();
      return {};
    });
  };
  while (true) {
    {
      const MutexLock lock(keeper_mutex_);
      if (!ending_) {
        keeper_wake_.WaitUntil(keeper_mutex_, std::chrono::steady_clock::now() + kKeepEvery);
      }
      if (ending_) break;
    }
    write();
  }
  write();
}

Result<Grant> Service::CheckToken(std::string_view token) {
  const auto refuse = [] {
    return Fail(ErrorCode::kUnauthenticated,
                "this token is not known here, has expired or was revoked");
  };
  const std::string_view id = store::TokenId(token);
  if (id.empty()) return refuse();
  std::optional<store::Token> found;
  {
    const MutexLock lock(tokens_mutex_);
    TRY_ASSIGN(found, store::Tokens(tokens_.get()).Find(id));
  }
  // An unknown id takes as long as a wrong secret.
  const bool equal =
      crypto::EqualInConstantTime(store::HashToken(token), found ? found->hash : Hash256());
  if (!found || !equal || found->revoked_at != 0 ||
      (found->expires_at != 0 && found->expires_at <= options_.environment.clock->NowSeconds())) {
    return refuse();
  }
  return Grant{found->id, found->name, found->scopes, found->shards, found->expires_at};
}

Error Service::Public(Error error) const {
  const std::string root = options_.environment.paths.root.string();
  for (std::size_t at = error.message.find(root); !root.empty() && at != std::string::npos;
       at = error.message.find(root, at)) {
    error.message.replace(at, root.size(), "HOME");
    at += 4;
  }
  return error;
}

Result<StoreStatistics> Service::Statistics(const View& view) {
  const store::ChangeWatch::Versions now = ready_->Now();
  if (view.shards.empty()) {
    const MutexLock lock(statistics_mutex_);
    if (statistics_ && statistics_of_ == now) return *statistics_;
  }
  TRY_ASSIGN(const ReaderPool::Lease home, homes_.Take(view));
  StoreStatistics statistics;
  TRY_ASSIGN(statistics.corpus, DocumentService(&*home).Counts());
  if (!home->restricted()) {
    store::Records records(home->store());
    TRY_ASSIGN(statistics.records, curate::Statistics(&records));
    const MutexLock lock(statistics_mutex_);
    statistics_ = statistics;
    statistics_of_ = now;
  }
  return statistics;
}

ServiceConfig Service::Configured() const {
  const Config& config = options_.config;
  const auto policy = WantedPolicy(config, config.policy);
  const run::Policy shown = policy ? *policy : run::Policy();
  return {.model = config.endpoint.empty() ? std::string(extractive::kModelName) : config.model,
          .has_endpoint = !config.endpoint.empty(),
          .answer_mode = shown.answer_mode,
          .verifier = shown.verifier,
          .concurrent_asks = options_.concurrent_asks};
}

}  // namespace arborist::app
