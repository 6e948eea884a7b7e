// SPDX-License-Identifier: AGPL-3.0-only
#include "distill/scope.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>
#include <utility>

#include "base/contained.h"
#include "distill/source_text.h"

namespace arborist::distill {

namespace {

constexpr std::size_t kSurfacesAtOnce = 64;  // documents that a thread takes at once

// What one thread counted, by its own numbers.
struct Part {
  core::TermCounter counter;
  std::vector<std::uint32_t> frequency;  // by term
  std::vector<CountedSource*> kept;
  Status status;
};

class ScopeCount {
 public:
  ScopeCount(const store::HomePaths& home, const std::vector<DocumentRoot>& surfaces,
             std::size_t keep_bytes)
      : home_(home), surfaces_(surfaces), keep_bytes_(keep_bytes) {}

  Result<CountedScope> Run(unsigned jobs);

 private:
  Status FindOrder();
  Status CountSome(Part* part);
  Status CountOne(const store::Corpus& corpus, std::size_t place, Part* part);

  const store::HomePaths& home_;
  const std::vector<DocumentRoot>& surfaces_;
  const std::size_t keep_bytes_;
  std::vector<std::size_t> order_;  // places in surfaces_, as the texts stand in the files
  std::vector<std::unique_ptr<CountedSource>> sources_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> kept_bytes_ = 0;
};

Error Changed() { return {ErrorCode::kConflict, "the corpus changed meanwhile; run it again"}; }

Status ScopeCount::FindOrder() {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(home_));
  std::vector<bool> seen(surfaces_.size());
  for (const auto& shard : corpus.shards()) {
    TRY_ASSIGN(const std::vector<DocumentRoot> roots, shard->CurrentSurfaceRoots());
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
  if (kept_bytes_.fetch_add(bytes) + bytes > keep_bytes_) return {};
  counts.shrink_to_fit();
  sources_[place] =
      std::make_unique<CountedSource>(source->base, std::move(source->leaves), std::move(counts));
  part->kept.push_back(sources_[place].get());
  return {};
}

Status ScopeCount::CountSome(Part* part) {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(home_));
  for (std::size_t begin = next_.fetch_add(kSurfacesAtOnce); begin < order_.size();
       begin = next_.fetch_add(kSurfacesAtOnce)) {
    const std::size_t end = std::min(begin + kSurfacesAtOnce, order_.size());
    for (std::size_t i = begin; i < end; ++i) TRY(CountOne(corpus, order_[i], part));
  }
  return {};
}

void ForEachPart(std::vector<Part>* parts, const std::function<void(std::size_t)>& work) {
  std::vector<std::jthread> threads;
  threads.reserve(parts->size());
  for (std::size_t i = 0; i < parts->size(); ++i) threads.emplace_back([&work, i] { work(i); });
}

Result<CountedScope> ScopeCount::Run(unsigned jobs) {
  TRY(FindOrder());
  sources_.resize(surfaces_.size());
  std::vector<Part> parts(jobs);
  ForEachPart(&parts, [&](std::size_t i) {
    parts[i].status = Contained([&] { return CountSome(&parts[i]); });
  });
  for (const Part& part : parts) TRY(part.status);

  // One table of all terms, and under which number each thread's terms stand in it.
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
  ForEachPart(&parts, [&](std::size_t i) {
    if (i == 0) return;  // has these numbers already
    for (CountedSource* const source : parts[i].kept) {
      for (core::TermCount& one : source->counts) one.term = numbers[i][one.term];
    }
  });
  return CountedScope{.scope = core::Scope(surfaces_.size(), std::move(terms), frequency),
                      .sources = std::move(sources_)};
}

}  // namespace

Result<CountedScope> CountScope(const store::HomePaths& home,
                                const std::vector<DocumentRoot>& surfaces, unsigned jobs,
                                std::size_t keep_bytes) {
  return ScopeCount(home, surfaces, keep_bytes).Run(jobs);
}

}  // namespace arborist::distill
