// SPDX-License-Identifier: AGPL-3.0-only
// Counts in how many surfaces each word of the corpus occurs, with `jobs` threads. Each thread
// takes the next 64 documents, reads them and counts with a term table of its own: a common table
// would need a lock for every word. Then the tables of all threads are added into that of the first
// (linear in the number of distinct terms), and the counts that were kept are renumbered to the
// common table.
//
// Documents are read in the order in which they lie in the shards, so that a disk reads forward.
// The numbers that terms get depend on the threads, but no result does: keywords are ordered by
// score and bytes.
//
// The surfaces were listed before; if a shard shows others by now, the count would not belong to
// the scope root, and the run ends with kConflict.
#include "distill/scope.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "distill/source_text.h"

namespace arborist::distill {

namespace {

constexpr std::size_t kSurfacesAtOnce = 64;  // documents that a thread takes at once

// What one slot of the pool counted, by its own numbers.
struct Part {
  core::TermCounter counter;
  std::vector<std::uint32_t> frequency;  // by term
  std::vector<CountedSource*> kept;
};

class ScopeCount {
 public:
  ScopeCount(const store::HomePaths& home, const std::vector<DocumentRoot>& surfaces,
             std::size_t keep_bytes)
      : home_(home), surfaces_(surfaces), keep_bytes_(keep_bytes) {}

  Result<CountedScope> Run(WorkerPool* pool);

 private:
  Status FindOrder();
  Result<std::vector<Part>> Count(WorkerPool* pool);
  Status CountOne(const store::Corpus& corpus, std::size_t place, Part* part);

  const store::HomePaths& home_;
  const std::vector<DocumentRoot>& surfaces_;
  const std::size_t keep_bytes_;
  std::vector<std::size_t> order_;  // places in surfaces_, in the order of the texts in the files
  std::vector<std::unique_ptr<CountedSource>> sources_;
  std::atomic<std::size_t> kept_bytes_ = 0;
};

Error Changed() { return {ErrorCode::kConflict, "the corpus changed meanwhile; run it again"}; }

Status ScopeCount::FindOrder() {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(home_));
  std::vector<bool> seen(surfaces_.size());
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const std::vector<DocumentRoot> roots, shard->documents().CurrentSurfaceRoots());
    for (const DocumentRoot& root : roots) {
      const auto it = std::lower_bound(surfaces_.begin(), surfaces_.end(), root);
      const auto place = static_cast<std::size_t>(it - surfaces_.begin());
      if (it == surfaces_.end() || *it != root) return std::unexpected(Changed());
      if (seen[place]) continue;
      seen[place] = true;
      order_.push_back(place);
    }
  }
  if (order_.size() != surfaces_.size()) return std::unexpected(Changed());
  return {};
}

Status ScopeCount::CountOne(const store::Corpus& corpus, std::size_t place, Part* part) {
  TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus.Find(surfaces_[place]));
  if (!document) return std::unexpected(Changed());
  auto source = ReadSource(*document);
  if (!source && source.error().code == ErrorCode::kNotFound) {
    return Fail(ErrorCode::kConflict,
                "the text of document " + surfaces_[place].hex() +
                    " was evicted, so its words cannot be counted; rehydrate it first");
  }
  if (!source) return std::unexpected(std::move(source).error());
  std::vector<core::TermCount> counts = part->counter.Count(source->spans);
  part->frequency.resize(part->counter.terms().size());
  for (const core::TermCount& one : counts) ++part->frequency[one.term];
  const std::size_t bytes = sizeof(CountedSource) + counts.size() * sizeof(core::TermCount) +
                            source->leaves.size() * sizeof(Hash256);
  // The budget never gets anything back: once it is spent, no later document is kept.
  if (kept_bytes_.fetch_add(bytes) + bytes > keep_bytes_) return {};
  counts.shrink_to_fit();
  sources_[place] =
      std::make_unique<CountedSource>(source->base, std::move(source->leaves), std::move(counts));
  part->kept.push_back(sources_[place].get());
  return {};
}

Result<std::vector<Part>> ScopeCount::Count(WorkerPool* pool) {
  std::vector<Part> parts(pool->slots());
  std::vector<std::optional<store::Corpus>> readers(pool->slots());
  const std::size_t tasks = (order_.size() + kSurfacesAtOnce - 1) / kSurfacesAtOnce;
  TRY(ParallelFor(pool, tasks, [&](std::size_t task, unsigned slot) -> Status {
    if (!readers[slot]) {
      TRY_ASSIGN(readers[slot], store::Corpus::Open(home_));
    }
    const std::size_t begin = task * kSurfacesAtOnce;
    const std::size_t end = std::min(begin + kSurfacesAtOnce, order_.size());
    for (std::size_t i = begin; i < end; ++i) {
      TRY(CountOne(*readers[slot], order_[i], &parts[slot]));
    }
    return {};
  }));
  return parts;
}

Result<CountedScope> ScopeCount::Run(WorkerPool* pool) {
  TRY(FindOrder());
  sources_.resize(surfaces_.size());
  TRY_ASSIGN(std::vector<Part> parts, Count(pool));

  // One table of all terms, and under which number each slot's terms stand in it.
  std::vector<std::uint32_t> frequency = std::move(parts[0].frequency);
  core::TermTable terms = std::move(parts[0].counter).TakeTerms();
  std::vector<std::vector<core::TermId>> numbers(parts.size());
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const core::TermTable& own = parts[i].counter.terms();
    for (core::TermId id = 0; id < own.size(); ++id) {
      const core::TermId number = terms.Add(own[id]);
      if (number == frequency.size()) frequency.push_back(0);
      frequency[number] += parts[i].frequency[id];
      numbers[i].push_back(number);
    }
  }
  TRY(ParallelFor(pool, parts.size(), [&](std::size_t i, unsigned) -> Status {
    if (i == 0) return {};  // has these numbers already
    for (CountedSource* const source : parts[i].kept) {
      for (core::TermCount& one : source->counts) one.term = numbers[i][one.term];
    }
    return {};
  }));
  return CountedScope{.scope = core::Scope(surfaces_.size(), std::move(terms), frequency),
                      .sources = std::move(sources_)};
}

}  // namespace

Result<CountedScope> CountScope(const store::HomePaths& home,
                                const std::vector<DocumentRoot>& surfaces, WorkerPool* pool,
                                std::size_t keep_bytes) {
  return ScopeCount(home, surfaces, keep_bytes).Run(pool);
}

}  // namespace arborist::distill
