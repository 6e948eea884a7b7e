// SPDX-License-Identifier: AGPL-3.0-only
// The one place where a question or a search is composed: corpus, home store, cache and model of
// one opened home become the services of a run. Whoever searches comes through here, so promoted
// answers that no longer count are retired here and nowhere has to be remembered.
#include "app/home.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "llm/stub_client.h"
#include "retrieve/cold.h"
#include "store/home/notes.h"
#include "store/home/promotions.h"

namespace arborist::app {

namespace {

// Keeps what search works out as long as the home is open: for runs that leave no trace.
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

// Keeps it in the home store. One that cannot be written only costs time.
class StoreCache final : public retrieve::SoftCache {
 public:
  explicit StoreCache(store::HomeStore* store) : store_(store) {}
  std::optional<std::string> Get(std::string_view key) override {
    auto value = store::Notes(store_).Get(key);
    return value ? std::move(*value) : std::nullopt;
  }
  void Put(std::string_view key, std::string_view value) override {
    (void)store::Notes(store_).Set(key, value);
  }

 private:
  store::HomeStore* store_;
};

std::int64_t Microseconds() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Result<bool> HasPromotions(const store::Corpus& corpus) {
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const std::vector<std::string> uris, store::CurrentPromotions(shard.get()));
    if (!uris.empty()) return true;
  }
  return false;
}

}  // namespace

Result<std::unique_ptr<store::HomeStore>> OpenHomeStore(const HomeEnvironment& environment,
                                                        StoreUse use) {
  if (use == StoreUse::kMake) {
    return store::HomeStore::Open(environment.paths, environment.store());
  }
  // Says so where there is none, instead of making one.
  TRY_ASSIGN(std::unique_ptr<store::HomeStore> to_read,
             store::HomeStore::OpenReadOnly(environment.paths, environment.store()));
  if (use == StoreUse::kRead) return to_read;
  to_read.reset();
  return store::HomeStore::Open(environment.paths, environment.store());
}

Home::Home(HomeEnvironment environment, store::Corpus corpus, curate::Busy busy)
    : environment_(std::move(environment)),
      busy_(busy),
      corpus_(std::move(corpus)),
      cache_(std::make_unique<MemoryCache>()) {
  if (environment_.workers == nullptr) own_workers_.emplace(retrieve::SearchThreads(corpus_));
}

Home::~Home() = default;

Result<std::unique_ptr<Home>> Home::Open(HomeEnvironment environment,
                                         const std::vector<std::string>& only, curate::Busy busy) {
  TRY_ASSIGN(store::Corpus corpus, store::Corpus::Open(environment.paths, only));
  std::unique_ptr<Home> home(new Home(std::move(environment), std::move(corpus), busy));
  if (!only.empty()) {
    TRY_ASSIGN(home->all_, store::Corpus::Open(home->environment_.paths));
  }
  return home;
}

Result<std::unique_ptr<Home>> Home::OpenToAsk(const HomeEnvironment& environment,
                                              const Answering& answering) {
  TRY_ASSIGN(std::unique_ptr<Home> home, Open(environment));
  TRY_ASSIGN(const bool any, home->HasDocuments());
  if (!any) {
    return Fail(ErrorCode::kNotFound, "there are no documents in " +
                                          environment.paths.root.string() +
                                          "; take some in with: arborist ingest PATH");
  }
  if (answering.dry_run) {
    home->model_ = {std::make_unique<llm::StubClient>(), "stub", "stub"};
    return home;
  }
  if (answering.keep) TRY(home->OpenStore(StoreUse::kMake));
  TRY(home->OpenModel(answering.config));
  return home;
}

Status Home::OpenStore(StoreUse use) {
  TRY_ASSIGN(store_, OpenHomeStore(environment_, use));
  writes_ = use != StoreUse::kRead;
  searcher_.reset();
  cache_ = std::make_unique<StoreCache>(store_.get());
  return {};
}

Status Home::OpenModel(const Config& config) {
  TRY_ASSIGN(model_, app::OpenModel(config, {.clock = environment_.clock,
                                             .sleeper = environment_.sleeper,
                                             .stop = environment_.stop}));
  return {};
}

Result<bool> Home::HasDocuments() const {
  for (const auto& shard : corpus_.shards()) {
    TRY_ASSIGN(const auto stats, shard->index().Stats());
    if (stats.chunks > 0) return true;
  }
  // Of cold documents the index has the title alone.
  bool any = false;
  TRY(corpus_.ForEachDocument(false, [&](const store::CorpusDocument&) -> Result<bool> {
    any = true;
    return false;
  }));
  return any;
}

Status Home::RequireWhole() const {
  if (!restricted()) return {};
  return Fail(ErrorCode::kForbidden, "this token sees only some shards, and this speaks of all");
}

Result<store::Records> Home::Records() const {
  store::Records records(store_.get());
  if (writes_) TRY(records.CatchUp(whole()));
  return records;
}

ask::Services Home::ServicesOf(Progress progress) const {
  ask::Services services;
  services.corpus = &corpus_;
  services.whole = &whole();
  services.home = store_.get();
  services.client = model_.client.get();
  services.endpoint = model_.endpoint;
  services.model_id = model_.name;
  services.cache = cache_.get();
  services.workers = workers();
  services.microseconds = Microseconds;
  services.progress = std::move(progress);
  return services;
}

Result<Home::Moment> Home::Now() const {
  TRY_ASSIGN(const Hash256 corpus, whole().State());
  TRY_ASSIGN(const store::LogHead head, store_->log().Head());
  return Moment{corpus, head.head};
}

Status Home::RetirePromotions() {
  if (!writes_) return {};
  TRY_ASSIGN(const bool any, HasPromotions(whole()));
  if (!any) return {};
  TRY_ASSIGN(const Moment now, Now());
  if (settled_ == now) return {};
  TRY(Records());
  TRY_ASSIGN(const curate::Retired retired, curate::RetirePromotions({.home = environment_.paths,
                                                                      .clock = environment_.clock,
                                                                      .random = environment_.random,
                                                                      .actor = environment_.actor},
                                                                     whole(), store_.get(), busy_));
  if (retired.documents > 0) TRY(Renew());
  if (!retired.passed_over) {
    TRY_ASSIGN(settled_, Now());
  }
  return {};
}

Result<ask::AskResult> Home::Ask(const ask::AskOptions& options, Progress progress) {
  TRY(RetirePromotions());
  return ask::Ask(options, ServicesOf(std::move(progress)));
}

Result<std::optional<ask::AskResult>> Home::FindKept(const ask::AskOptions& options,
                                                     Progress progress) {
  TRY(RetirePromotions());
  return ask::FindKept(options, ServicesOf(std::move(progress)));
}

Result<SearchResult> Home::Search(const retrieve::SearchOptions& options) {
  TRY(RetirePromotions());
  if (!searcher_) searcher_.emplace(&corpus_, cache_.get(), workers());
  SearchResult result;
  TRY_ASSIGN(result.hits, searcher_->Search(options));
  TRY_ASSIGN(result.cold_documents, retrieve::ColdDocuments(corpus_));
  return result;
}

std::vector<DocumentRoot> DocumentsOf(const SearchResult& result) {
  std::vector<DocumentRoot> roots;
  roots.reserve(result.hits.size());
  for (const retrieve::SearchHit& hit : result.hits) roots.push_back(hit.document_root);
  std::ranges::sort(roots);
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  return roots;
}

Status Home::Renew() {
  TRY(corpus_.Renew());
  if (all_) TRY(all_->Renew());
  return {};
}

void Home::Release() {
  corpus_.Release();
  if (all_) all_->Release();
}

}  // namespace arborist::app
