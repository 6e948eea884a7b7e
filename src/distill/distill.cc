// SPDX-License-Identifier: AGPL-3.0-only
// Makes the cores of a corpus, level by level: depth 1 from the current surfaces, depth n + 1 from
// the cores of depth n. Per level:
//
//   list    the sources of each shard in pages of 64, taken from the shards in turn
//   pusher  one thread that feeds the pages to the pool, at most 64 under way
//   pool    `jobs` threads, each with a reader of its own, distil a page at a time
//   take    this thread takes the pages in order and hands the cores to the sink of the shard
//   sinks   one writer thread per shard (core_sink.h); a written page frees its place in the pool
//
// A source is passed over when the source_hash of its core is the one that InputHash gives today: a
// second run therefore writes nothing, and a killed run is resumed by the next.
//
// Keywords need the statistics of all surfaces (scope.h), the expensive part. They are counted
// once, by the first source that needs them, and not at all when every core is up to date. What the
// count read is kept up to 256 MiB, so that these texts are not read twice.
//
// Neither the order of the pages nor the number of threads nor the layout of shards has any
// influence on a core: each is a function of its source and the scope alone.
#include "distill/distill.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <thread>
#include <unordered_set>
#include <utility>

#include "base/contained.h"
#include "base/mutex.h"
#include "base/ordered_pool.h"
#include "base/parallel_for.h"
#include "core/derivation.h"
#include "core/distiller.h"
#include "core/first_sentence.h"
#include "distill/core_sink.h"
#include "distill/prepare_core.h"
#include "distill/scope.h"
#include "distill/source_text.h"
#include "store/corpus.h"
#include "store/home/home.h"
#include "store/home/snapshot_root.h"

namespace arborist::distill {

namespace {

constexpr std::size_t kPage = 64;             // documents that a thread takes at once
constexpr std::uint64_t kPagesUnderWay = 64;  // in the pool or waiting for their sink
// Kept of the texts that were read for counting: about 200,000 documents' worth.
constexpr std::size_t kKeptBytes = std::size_t{256} << 20;

struct Page {
  std::size_t shard = 0;
  std::vector<DocumentRoot> sources;
};

// The result of a page: its cores, and how many sources have none and why.
struct Distilled {
  std::size_t shard = 0;
  std::vector<store::PreparedDocument> cores;
  LevelReport counts;
  Status status;
};

class Distillation {
 public:
  Distillation(const DistillOptions& options, const DistillEnvironment& environment)
      : options_(options), environment_(environment), pool_(ThreadsFor(options.jobs)) {}
  Result<DistillReport> Run();

 private:
  Status RunLevel(std::int64_t depth);
  Status WriteLevel(const store::Corpus& corpus, std::int64_t depth, LevelReport* report);
  Result<std::vector<Page>> ListSources(const store::Corpus& corpus, std::int64_t depth,
                                        LevelReport* report);
  Distilled DistilPage(const store::Corpus& corpus, const Page& page, std::int64_t depth) const;
  Status DistilOne(const store::CorpusDocument& document, std::int64_t depth, Distilled* out) const;
  void AddCore(const DocumentRoot& source, std::string_view base, std::span<const Hash256> leaves,
               std::string text, std::int64_t depth, Distilled* out) const;
  std::optional<Hash256> ScopeAt(std::int64_t depth) const {
    return depth == 1 ? scope_root_ : std::nullopt;
  }
  // Counted when the first core needs it; a run that finds all cores made never does. Constant from
  // then on.
  Result<const CountedScope*> ScopeFor(std::int64_t depth) const;
  // The counts that CountScope kept of a source; null before the count, or where there was no room.
  const CountedSource* CountedFor(const DocumentRoot& root, std::int64_t depth) const;
  CoreSink* SinkOf(const store::Corpus& corpus, std::size_t shard,
                   const std::function<void()>& on_failure);

  const DistillOptions& options_;
  const DistillEnvironment& environment_;
  mutable WorkerPool pool_;  // counts, and folds in; the cores of a level have a pool of their own
  std::vector<DocumentRoot> surfaces_;  // current, sorted
  std::optional<Hash256> scope_root_;
  mutable Mutex scope_mutex_;
  mutable std::optional<Result<CountedScope>> scope_
      GUARDED_BY(scope_mutex_);                                 // none: not asked for
  mutable std::atomic<const CountedScope*> counted_ = nullptr;  // in scope_, once it is there
  std::map<std::size_t, CoreSink> sinks_;                       // by shard
  DistillReport report_;
};

// The current documents one depth up, in pages taken from the shards in turn, so that all shards
// are written at the same time. A document that several shards hold is distilled in the first.
Result<std::vector<Page>> Distillation::ListSources(const store::Corpus& corpus, std::int64_t depth,
                                                    LevelReport* report) {
  std::vector<std::vector<Page>> by_shard;
  std::size_t longest = 0;
  std::unordered_set<Hash256> seen;
  for (std::size_t i = 0; i < corpus.shards().size(); ++i) {
    store::ShardReader* shard = corpus.shards()[i].get();
    TRY_ASSIGN(const std::vector<DocumentRoot> roots,
               depth == 1 ? shard->documents().CurrentSurfaceRoots()
                          : shard->documents().CurrentCoreRoots(options_.method, depth - 1));
    std::vector<Page>& pages = by_shard.emplace_back();
    for (const DocumentRoot& root : roots) {
      if (!seen.insert(root).second) continue;
      ++report->sources;
      if (pages.empty() || pages.back().sources.size() == kPage)
        pages.push_back({.shard = i, .sources = {}});
      pages.back().sources.push_back(root);
    }
    longest = std::max(longest, pages.size());
  }
  std::vector<Page> turns;
  for (std::size_t turn = 0; turn < longest; ++turn) {
    for (std::vector<Page>& pages : by_shard) {
      if (turn < pages.size()) turns.push_back(std::move(pages[turn]));
    }
  }
  return turns;
}

Result<const CountedScope*> Distillation::ScopeFor(std::int64_t depth) const {
  if (!ScopeAt(depth)) return nullptr;
  const MutexLock lock(scope_mutex_);  // who comes while it is counted waits for it
  if (!scope_) {
    scope_ = CountScope(environment_.home, surfaces_, &pool_, kKeptBytes);
    if (*scope_) counted_ = &**scope_;
  }
  if (!*scope_) return std::unexpected(scope_->error());
  return counted_.load();
}

const CountedSource* Distillation::CountedFor(const DocumentRoot& root, std::int64_t depth) const {
  const CountedScope* const counted = counted_;
  if (counted == nullptr || !ScopeAt(depth)) return nullptr;
  const auto it = std::lower_bound(surfaces_.begin(), surfaces_.end(), root);
  if (it == surfaces_.end() || *it != root) return nullptr;
  return counted->sources[static_cast<std::size_t>(it - surfaces_.begin())].get();
}

Status Distillation::DistilOne(const store::CorpusDocument& document, std::int64_t depth,
                               Distilled* out) const {
  auto source = ReadSource(document);
  if (!source && source.error().code == ErrorCode::kNotFound) {
    ++out->counts.evicted;
    return {};
  }
  if (!source) return std::unexpected(std::move(source).error());
  // A text without a word to count is no reason to count all others.
  if (ScopeAt(depth) && counted_ == nullptr && core::TermCounter().Count(source->spans).empty()) {
    ++out->counts.same;
    return {};
  }
  TRY_ASSIGN(const CountedScope* const counted, ScopeFor(depth));
  auto text = core::Compress(options_.method, depth, source->spans,
                             counted == nullptr ? nullptr : &counted->scope);
  AddCore(document.view.root, source->base, source->leaves, std::move(text).value_or(""), depth,
          out);
  return {};
}

void Distillation::AddCore(const DocumentRoot& source, std::string_view base,
                           std::span<const Hash256> leaves, std::string text, std::int64_t depth,
                           Distilled* out) const {
  CoreParts parts{.uri = core::CoreUri(options_.method, source),
                  .text = std::move(text),
                  .compression_depth = depth,
                  .source_hash = InputHash(options_.method, base, source, ScopeAt(depth)),
                  .derivation = {.distiller_id = options_.method,
                                 .distiller_version = std::string(core::kDistillerVersion),
                                 .scope_root = ScopeAt(depth)}};
  parts.derivation.sources.push_back({source, core::ToText(core::ProveAll(leaves, base))});
  std::optional<store::PreparedDocument> core = PrepareCore(std::move(parts));
  if (!core || core->root == source) {
    ++out->counts.same;
  } else if (std::binary_search(surfaces_.begin(), surfaces_.end(), core->root)) {
    ++out->counts.taken;
  } else {
    out->cores.push_back(std::move(*core));
  }
}

Distilled Distillation::DistilPage(const store::Corpus& corpus, const Page& page,
                                   std::int64_t depth) const {
  Distilled out{.shard = page.shard, .cores = {}, .counts = {}, .status = {}};
  store::ShardReader* shard = corpus.shards()[page.shard].get();
  const auto distil = [&]() -> Status {
    std::vector<std::string> uris;
    for (const DocumentRoot& root : page.sources)
      uris.push_back(core::CoreUri(options_.method, root));
    TRY_ASSIGN(const auto made, shard->locations().CurrentSources(uris));
    for (std::size_t i = 0; i < page.sources.size(); ++i) {
      const DocumentRoot& root = page.sources[i];
      const CountedSource* const counted = CountedFor(root, depth);
      std::optional<store::CorpusDocument> document;
      if (counted == nullptr) {
        TRY_ASSIGN(document, corpus.Find(root));
        if (!document) continue;  // burned meanwhile
      }
      const std::string_view base = counted != nullptr ? counted->base : BaseOf(*document);
      if (made[i] == InputHash(options_.method, base, root, ScopeAt(depth))) {
        ++out.counts.unchanged;
        continue;
      }
      if (counted != nullptr) {
        AddCore(root, base, counted->leaves,
                core::Keywords(counted->counts, counted_.load()->scope), depth, &out);
        continue;
      }
      TRY_IN("document " + root.hex(), DistilOne(*document, depth, &out));
    }
    return {};
  };
  out.status = distil();
  return out;
}

CoreSink* Distillation::SinkOf(const store::Corpus& corpus, std::size_t shard,
                               const std::function<void()>& on_failure) {
  if (const auto it = sinks_.find(shard); it != sinks_.end()) return &it->second;
  return &sinks_
              .try_emplace(shard, corpus.shards()[shard]->address(),
                           store::ShardWriter::Options{.clock = environment_.clock,
                                                       .random = environment_.random,
                                                       .actor = environment_.actor},
                           on_failure)
              .first->second;
}

Status Distillation::WriteLevel(const store::Corpus& corpus, std::int64_t depth,
                                LevelReport* report) {
  TRY_ASSIGN(std::vector<Page> pages, ListSources(corpus, depth, report));
  const unsigned jobs = pool_.slots();
  std::vector<std::optional<store::Corpus>> readers(jobs);
  for (auto& reader : readers) {
    TRY_ASSIGN(reader, store::Corpus::Open(environment_.home));
  }
  OrderedPool<Page, Distilled> pool(jobs, kPagesUnderWay, [&](unsigned worker, Page page) {
    return DistilPage(*readers[worker], page, depth);
  });
  Status pushed;
  std::jthread pusher([&] {
    pushed = Contained([&]() -> Status {
      for (Page& page : pages) {
        if (!pool.Push(std::move(page), 1)) return {};
      }
      pool.Close();
      return {};
    });
    if (!pushed) pool.Cancel();
  });
  const auto take = [&](typename decltype(pool)::Taken* taken) -> Status {
    Distilled& page = taken->out;
    TRY(page.status);
    report->unchanged += page.counts.unchanged;
    report->same += page.counts.same;
    report->taken += page.counts.taken;
    report->evicted += page.counts.evicted;
    if (page.cores.empty()) {
      pool.Release(taken->cost);
      return {};
    }
    SinkOf(corpus, page.shard, [&] {
      pool.Cancel();
    })->Deliver(std::move(page.cores), [&pool, cost = taken->cost] { pool.Release(cost); });
    return {};
  };
  Status status = Contained([&]() -> Status {
    while (auto taken = pool.Take()) TRY(take(&*taken));
    return {};
  });
  pool.Cancel();
  pusher.join();
  if (status) status = pushed;
  // Their callbacks refer to the pool, which is destroyed at the end of this block.
  if (!status) sinks_.clear();
  TRY(status);
  std::vector<Result<CoreSink::Written>> results;
  for (auto& [shard, sink] : sinks_) results.push_back(sink.Close());
  for (const auto& written : results) {
    if (!written) return std::unexpected(written.error());
    report->added += written->added;
    report->superseded += written->superseded;
    report->unchanged += written->unchanged;
    report->taken += written->refused;
  }
  return {};
}

Status Distillation::RunLevel(std::int64_t depth) {
  LevelReport report{.depth = depth};
  {
    TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(environment_.home));
    TRY(WriteLevel(corpus, depth, &report));
  }
  // Only now: the readers of the level would keep the write-ahead log from being folded in.
  std::vector<CoreSink*> sinks;
  for (auto& [shard, sink] : sinks_) sinks.push_back(&sink);
  std::vector<Status> finished(sinks.size());  // one that fails keeps no other from it
  TRY(ParallelFor(&pool_, sinks.size(), [&](std::size_t i, unsigned) -> Status {
    finished[i] = Contained([&] { return sinks[i]->Finish(); });
    return {};
  }));
  for (const Status& status : finished) TRY(status);
  sinks_.clear();
  report_.levels.push_back(report);
  return {};
}

Result<DistillReport> Distillation::Run() {
  const auto begin = std::chrono::steady_clock::now();
  if (options_.method != core::kFirstSentence && options_.method != core::kKeywords) {
    return Fail(ErrorCode::kInvalidArgument,
                "no distiller is called " + options_.method + "; there are first-sentence, tfidf");
  }
  if (options_.depth < 1 || options_.depth > kMaxDepth) {
    return Fail(ErrorCode::kInvalidArgument, "the depth must be 1 to " + std::to_string(kMaxDepth));
  }
  {
    TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(environment_.home));
    TRY_ASSIGN(surfaces_, store::CurrentSurfaceRoots(corpus));
    if (options_.method == core::kKeywords) scope_root_ = store::RootOf(surfaces_);
  }
  report_.scope_root = scope_root_;
  for (std::int64_t depth = 1; depth <= options_.depth; ++depth) {
    TRY(RunLevel(depth));
  }
  TRY_ASSIGN(const auto home,
             store::HomeStore::Open(environment_.home, {.clock = environment_.clock,
                                                        .random = environment_.random,
                                                        .actor = environment_.actor}));
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(environment_.home));
  TRY(home->CatchUp(corpus.shards()));
  report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return std::move(report_);
}

}  // namespace

Result<DistillReport> Distill(const DistillOptions& options,
                              const DistillEnvironment& environment) {
  return Distillation(options, environment).Run();
}

}  // namespace arborist::distill
