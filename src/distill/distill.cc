// SPDX-License-Identifier: AGPL-3.0-only
#include "distill/distill.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_set>
#include <utility>

#include "base/ordered_pool.h"
#include "core/derivation.h"
#include "core/distiller.h"
#include "core/first_sentence.h"
#include "distill/prepare_core.h"
#include "distill/scope.h"
#include "distill/source_text.h"
#include "store/corpus.h"
#include "store/home.h"
#include "store/shard.h"
#include "store/snapshot_root.h"

namespace arborist::distill {

namespace {

constexpr std::size_t kPage = 64;             // documents that a thread takes at once
constexpr std::uint64_t kPagesUnderWay = 64;  // that the pool holds
constexpr std::uint64_t kCommitCores = 8192;  // that one transaction holds
constexpr std::size_t kListed = 256;

struct Page {
  std::size_t shard = 0;
  std::vector<DocumentRoot> sources;
};

// What became of a page: its cores, and how many sources have none.
struct Distilled {
  std::size_t shard = 0;
  std::vector<store::PreparedDocument> cores;
  LevelReport counts;
  Status status;
};

class Distillation {
 public:
  Distillation(const DistillOptions& options, const DistillEnvironment& environment)
      : options_(options), environment_(environment) {
    jobs_ = options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  }
  Result<DistillReport> Run();

 private:
  Status RunLevel(std::int64_t depth);
  Result<std::vector<Page>> ListSources(const store::Corpus& corpus, std::int64_t depth,
                                        LevelReport* report);
  Distilled DistilPage(const store::Corpus& corpus, const Page& page, std::int64_t depth) const;
  Status DistilOne(const store::CorpusDocument& document, std::int64_t depth, Distilled* out) const;
  std::optional<Hash256> ScopeAt(std::int64_t depth) const {
    return depth == 1 ? scope_root_ : std::nullopt;
  }
  // Counted when the first core needs it; a run that finds all cores made never does.
  Result<const core::Scope*> ScopeFor(std::int64_t depth) const;
  Status Write(Distilled page, LevelReport* report);
  Status CommitAll(bool finish);

  const DistillOptions& options_;
  const DistillEnvironment& environment_;
  unsigned jobs_ = 1;
  std::vector<DocumentRoot> surfaces_;  // current, sorted
  std::optional<Hash256> scope_root_;
  mutable std::once_flag scope_once_;
  mutable Result<core::Scope> scope_ = core::Scope();
  std::vector<std::filesystem::path> paths_;  // of the corpus's shards
  std::map<std::size_t, std::unique_ptr<store::ShardWriter>> writers_;
  std::uint64_t uncommitted_ = 0;
  DistillReport report_;
};

// The current documents one depth up whose core is not there yet, by shard. A document that stands
// in several shards is distilled in the first.
Result<std::vector<Page>> Distillation::ListSources(const store::Corpus& corpus, std::int64_t depth,
                                                    LevelReport* report) {
  std::vector<Page> pages;
  std::unordered_set<Hash256> seen;
  for (std::size_t i = 0; i < corpus.shards().size(); ++i) {
    store::ShardReader* shard = corpus.shards()[i].get();
    std::optional<DocumentRoot> after;
    while (true) {
      TRY_ASSIGN(const std::vector<store::DocumentView> some,
                 shard->DocumentsAfter(after, kListed, false));
      if (some.empty()) break;
      after = some.back().root;
      for (const store::DocumentView& view : some) {
        const bool wanted = depth == 1 ? !view.is_core()
                                       : view.is_core() && view.compression_depth == depth - 1 &&
                                             view.source_type == options_.method;
        if (!wanted || !seen.insert(view.root).second) continue;
        ++report->sources;
        if (pages.empty() || pages.back().shard != i || pages.back().sources.size() == kPage)
          pages.push_back({.shard = i, .sources = {}});
        pages.back().sources.push_back(view.root);
      }
    }
  }
  return pages;
}

Result<const core::Scope*> Distillation::ScopeFor(std::int64_t depth) const {
  if (!ScopeAt(depth)) return nullptr;
  std::call_once(scope_once_, [&] { scope_ = CountScope(environment_.home, surfaces_, jobs_); });
  if (!scope_) return std::unexpected(scope_.error());
  return &*scope_;
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
  if (ScopeAt(depth) && core::CountTerms(source->spans).counts.empty()) {
    ++out->counts.same;
    return {};
  }
  TRY_ASSIGN(const core::Scope* const scope, ScopeFor(depth));
  const auto text = core::Compress(options_.method, depth, source->spans, scope);
  const DocumentRoot& root = document.view.root;
  CoreParts parts{.uri = core::CoreUri(options_.method, root),
                  .text = text.value_or(""),
                  .compression_depth = depth,
                  .source_hash = InputHash(options_.method, source->base, root, ScopeAt(depth)),
                  .derivation = {.distiller_id = options_.method,
                                 .distiller_version = std::string(core::kDistillerVersion),
                                 .scope_root = ScopeAt(depth)}};
  parts.derivation.sources.push_back(
      {root, core::ToText(core::ProveAll(source->leaves, source->base))});
  std::optional<store::PreparedDocument> core = PrepareCore(std::move(parts));
  if (!core || core->root == root) {
    ++out->counts.same;
  } else if (std::binary_search(surfaces_.begin(), surfaces_.end(), core->root)) {
    ++out->counts.taken;
  } else {
    out->cores.push_back(std::move(*core));
  }
  return {};
}

Distilled Distillation::DistilPage(const store::Corpus& corpus, const Page& page,
                                   std::int64_t depth) const {
  Distilled out{.shard = page.shard, .cores = {}, .counts = {}, .status = {}};
  store::ShardReader* shard = corpus.shards()[page.shard].get();
  const auto distil = [&]() -> Status {
    for (const DocumentRoot& root : page.sources) {
      TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus.Find(root));
      if (!document) continue;  // burned meanwhile
      TRY_ASSIGN(const std::optional<SourceHash> made,
                 shard->CurrentSource(core::CoreUri(options_.method, root)));
      if (made == InputHash(options_.method, BaseOf(*document), root, ScopeAt(depth))) {
        ++out.counts.unchanged;
        continue;
      }
      TRY_IN("document " + root.hex(), DistilOne(*document, depth, &out));
    }
    return {};
  };
  out.status = distil();
  return out;
}

Status Distillation::Write(Distilled page, LevelReport* report) {
  TRY(page.status);
  report->unchanged += page.counts.unchanged;
  report->same += page.counts.same;
  report->taken += page.counts.taken;
  report->evicted += page.counts.evicted;
  if (page.cores.empty()) return {};
  std::unique_ptr<store::ShardWriter>& writer = writers_[page.shard];
  if (!writer) {
    TRY_ASSIGN(writer, store::ShardWriter::Open(paths_[page.shard], {.clock = environment_.clock,
                                                                     .random = environment_.random,
                                                                     .actor = environment_.actor}));
  }
  if (!writer->in_transaction()) TRY(writer->Begin());
  for (const store::PreparedDocument& core : page.cores) {
    TRY_ASSIGN(const store::PutOutcome outcome, writer->Put(core, false));
    switch (outcome) {
      case store::PutOutcome::kAdded:
        ++report->added;
        break;
      case store::PutOutcome::kSuperseded:
        ++report->superseded;
        break;
      case store::PutOutcome::kRefused:
        ++report->taken;
        break;
      case store::PutOutcome::kUnchanged:
      case store::PutOutcome::kAlias:
        ++report->unchanged;
        break;
    }
  }
  uncommitted_ += page.cores.size();
  return uncommitted_ >= kCommitCores ? CommitAll(false) : Status();
}

Status Distillation::CommitAll(bool finish) {
  uncommitted_ = 0;
  for (auto& [shard, writer] : writers_) {
    if (writer->in_transaction()) TRY(writer->Commit());
    if (finish) TRY(writer->Finish());
  }
  if (finish) writers_.clear();
  return {};
}

Status Distillation::RunLevel(std::int64_t depth) {
  LevelReport report{.depth = depth};
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(environment_.home));
  paths_.clear();
  for (const auto& shard : corpus.shards()) paths_.push_back(shard->path());
  TRY_ASSIGN(std::vector<Page> pages, ListSources(corpus, depth, &report));
  std::vector<std::optional<store::Corpus>> readers(jobs_);
  for (auto& reader : readers) {
    TRY_ASSIGN(reader, store::Corpus::Open(environment_.home));
  }
  OrderedPool<Page, Distilled> pool(jobs_, kPagesUnderWay, [&](unsigned worker, Page page) {
    return DistilPage(*readers[worker], page, depth);
  });
  std::jthread pusher([&] {
    for (Page& page : pages) {
      if (!pool.Push(std::move(page), 1)) return;
    }
    pool.Close();
  });
  Status status;
  while (auto taken = pool.Take()) {
    status = Write(std::move(taken->out), &report);
    pool.Release(taken->cost);
    if (!status) break;
  }
  pool.Cancel();
  pusher.join();
  TRY(status);
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
    // Only now: the readers of the level would keep the write-ahead log from being folded in.
    TRY(CommitAll(true));
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

json::Object ToJson(const DistillOptions& options, const DistillReport& report) {
  json::Array levels;
  for (const LevelReport& level : report.levels) {
    const auto number = [](std::uint64_t value) {
      return json::Value(static_cast<std::int64_t>(value));
    };
    levels.emplace_back(json::Object{{"depth", level.depth},
                                     {"sources", number(level.sources)},
                                     {"added", number(level.added)},
                                     {"superseded", number(level.superseded)},
                                     {"unchanged", number(level.unchanged)},
                                     {"same_as_source", number(level.same)},
                                     {"taken", number(level.taken)},
                                     {"evicted", number(level.evicted)}});
  }
  return {{"method", options.method},
          {"scope_root", report.scope_root ? json::Value(report.scope_root->hex()) : json::Value()},
          {"levels", std::move(levels)},
          {"seconds", report.seconds}};
}

}  // namespace arborist::distill
