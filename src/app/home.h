// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/config.h"
#include "app/home_environment.h"
#include "app/model.h"
#include "ask/ask.h"
#include "base/parallel_for.h"
#include "curate/promote.h"
#include "retrieve/search.h"
#include "store/corpus.h"
#include "store/home/home.h"
#include "store/home/records.h"

namespace arborist::app {

// How the home store is opened.
enum class StoreUse : std::uint8_t {
  kRead,      // to read: SQLite refuses every write. kNotFound where there is none
  kExisting,  // to write. kNotFound where there is none
  kMake,      // to write; made where there is none
};

// The home store alone, for what needs no shard: tokens, keys, concepts. It opens although a shard
// cannot be opened.
Result<std::unique_ptr<store::HomeStore>> OpenHomeStore(const HomeEnvironment& environment,
                                                        StoreUse use);

// Which model answers, and whether answers are kept.
struct Answering {
  Config config;
  bool dry_run = false;  // the stub answers instead of any model, and nothing is kept
  bool keep = true;      // false: the home store is not opened, so no record is looked up or kept
};

struct SearchResult {
  std::vector<retrieve::SearchHit> hits;
  std::int64_t cold_documents = 0;  // that no search finds by their texts
};
// Each once, in order.
std::vector<DocumentRoot> DocumentsOf(const SearchResult& result);

using Progress = std::function<void(std::string_view stage)>;

// One opened home: its corpus, its home store and the model that answers. Verbs and the server go
// through the same steps: Open opens the corpus, OpenStore and OpenModel add what the caller needs,
// at most once each. Without a store nothing is looked up, kept or counted; without a model
// extractive-v2 answers.
//
// What is written, and when. Open, OpenModel and whatever only reads write nothing. OpenStore
// writes where it makes or migrates the file. Records writes what the shards' new events mean for
// records (decision 14). Ask, FindKept and Search first retire promoted answers whose record is no
// longer live (curate/promote.h), so that none of them is found: the records follow the shards, and
// the shards that hold such documents are written to. Where nothing is promoted that costs one look
// at an index per shard; where nothing was committed since the last time, the heads of the logs.
// It waits for another writer of such a shard; under curate::Busy::kPassOver that shard is left for
// the next search. A home without a store, or with one that was opened to read, retires nothing and
// may find what an earlier writer has left.
//
// Belongs to one thread at a time.
class Home {
 public:
  // only: the shard sets that may be seen; none: all.
  static Result<std::unique_ptr<Home>> Open(HomeEnvironment environment,
                                            const std::vector<std::string>& only = {},
                                            curate::Busy busy = curate::Busy::kWaitFor);
  // For questions from the command line: corpus, store and model as `answering` says. kNotFound for
  // a home without documents, before anything is made in it.
  static Result<std::unique_ptr<Home>> OpenToAsk(const HomeEnvironment& environment,
                                                 const Answering& answering);
  ~Home();
  Home(const Home&) = delete;
  Home& operator=(const Home&) = delete;

  Status OpenStore(StoreUse use);
  Status OpenModel(const Config& config);

  const HomeEnvironment& environment() const { return environment_; }
  const store::Corpus& corpus() const { return corpus_; }  // what the caller may see
  // The whole, where that is more.
  const store::Corpus& whole() const { return all_ ? *all_ : corpus_; }
  bool restricted() const { return all_.has_value(); }
  store::HomeStore* store() const { return store_.get(); }  // nullptr: not opened
  bool writes() const { return writes_; }                   // whether the store can be written

  Result<bool> HasDocuments() const;  // whether any document is current
  // For what speaks of everything: kForbidden where only a part may be seen.
  Status RequireWhole() const;
  // They have followed the shards first; of a store that was opened to read they are as an earlier
  // writer left them. The store must be open.
  Result<store::Records> Records() const;

  Result<ask::AskResult> Ask(const ask::AskOptions& options, Progress progress);
  Result<std::optional<ask::AskResult>> FindKept(const ask::AskOptions& options, Progress progress);
  Result<SearchResult> Search(const retrieve::SearchOptions& options);

  // For one that stays open: the newest state of every shard, and none in use.
  Status Renew();
  void Release();

 private:
  struct Moment {
    Hash256 corpus;
    EventHash log;
    bool operator==(const Moment&) const = default;
  };
  Home(HomeEnvironment environment, store::Corpus corpus, curate::Busy busy);
  WorkerPool* workers() const { return own_workers_ ? &*own_workers_ : environment_.workers; }
  ask::Services ServicesOf(Progress progress) const;
  Result<Moment> Now() const;
  Status RetirePromotions();

  const HomeEnvironment environment_;
  const curate::Busy busy_;
  store::Corpus corpus_;
  std::optional<store::Corpus> all_;
  std::unique_ptr<store::HomeStore> store_;
  bool writes_ = false;                            // the store
  mutable std::optional<WorkerPool> own_workers_;  // where the environment has none
  std::unique_ptr<retrieve::SoftCache> cache_;
  std::optional<retrieve::Searcher> searcher_;
  Model model_;
  std::optional<Moment> settled_;  // when nothing was left to retire
};

}  // namespace arborist::app
