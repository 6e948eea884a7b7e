// SPDX-License-Identifier: AGPL-3.0-only
#include "app/asker.h"

#include <chrono>
#include <map>

#include "app/home_cache.h"
#include "app/model.h"
#include "curate/promote.h"
#include "llm/stub_client.h"

namespace arborist::app {

namespace {

// For a run that leaves no trace: keeps what search works out as long as the process lives.
class MemoryCache final : public retrieve::SoftCache {
 public:
  std::optional<std::string> Get(std::string_view key) override {
    const auto found = values_.find(key);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
  }
  void Put(std::string_view key, std::string_view value) override {
    values_.insert_or_assign(std::string(key), std::string(value));
  }

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace

Result<bool> HasDocuments(const store::Corpus& corpus) {
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const store::IndexStats stats, shard->Stats());
    if (stats.chunks > 0) return true;
  }
  // Of cold documents the index has the title alone.
  bool any = false;
  TRY(corpus.ForEachDocument(false, [&](const store::CorpusDocument&) -> Result<bool> {
    any = true;
    return false;
  }));
  return any;
}

Asker::Asker(store::Corpus corpus, std::unique_ptr<store::HomeStore> home)
    : corpus_(std::move(corpus)), home_(std::move(home)) {
  if (home_ == nullptr) {
    cache_ = std::make_unique<MemoryCache>();
  } else {
    cache_ = std::make_unique<HomeCache>(home_.get());
  }
}

Result<std::unique_ptr<Asker>> Asker::Open(const store::HomePaths& home, const Config& config,
                                           const Environment& environment) {
  TRY_ASSIGN(store::Corpus corpus, store::Corpus::Open(home));
  TRY_ASSIGN(const bool any, HasDocuments(corpus));
  if (!any) {
    return Fail(ErrorCode::kNotFound, "there are no documents in " + home.root.string() +
                                          "; take some in with: arborist ingest PATH");
  }
  std::unique_ptr<store::HomeStore> store;
  if (environment.keep && !environment.dry_run) {
    TRY_ASSIGN(store, store::HomeStore::Open(home, {.clock = environment.clock,
                                                    .random = environment.random,
                                                    .actor = environment.actor}));
  }
  if (store != nullptr) {
    // Promoted answers whose record was falsified since are no documents any more.
    TRY(store::Records(store.get()).CatchUp(corpus));
    TRY_ASSIGN(const std::uint64_t retired, curate::RetirePromotions({.home = home,
                                                                      .clock = environment.clock,
                                                                      .random = environment.random,
                                                                      .actor = environment.actor},
                                                                     corpus, store.get()));
    if (retired > 0) {
      TRY_ASSIGN(corpus, store::Corpus::Open(home));
    }
  }
  std::unique_ptr<Asker> asker(new Asker(std::move(corpus), std::move(store)));
  asker->model_ = config.model;
  if (environment.dry_run) {
    asker->client_ = std::make_unique<llm::StubClient>();
    asker->endpoint_ = "stub";
    asker->model_ = "stub";
    return asker;
  }
  TRY_ASSIGN(Model model, OpenModel(config, {.clock = environment.clock,
                                             .sleeper = environment.sleeper,
                                             .stop = environment.stop}));
  asker->client_ = std::move(model.client);
  asker->endpoint_ = std::move(model.endpoint);
  return asker;
}

Result<ask::AskResult> Asker::Ask(const ask::AskOptions& options,
                                  std::function<void(std::string_view stage)> progress) {
  ask::Services services;
  services.corpus = &corpus_;
  services.home = home_.get();
  services.client = client_.get();
  services.endpoint = endpoint_;
  services.model_id = model_;
  services.cache = cache_.get();
  services.microseconds = [] {
    return std::int64_t{std::chrono::duration_cast<std::chrono::microseconds>(
                            std::chrono::steady_clock::now().time_since_epoch())
                            .count()};
  };
  services.progress = std::move(progress);
  return ask::Ask(options, services);
}

Result<DocumentRoot> Asker::ResolveDocument(std::string_view name) const {
  TRY_ASSIGN(const store::CorpusDocument document, corpus_.Resolve(name));
  return document.view.root;
}

}  // namespace arborist::app
