// SPDX-License-Identifier: AGPL-3.0-only
#include "distill/scope.h"

#include <atomic>
#include <thread>
#include <utility>
#include <vector>

#include "distill/source_text.h"

namespace arborist::distill {

namespace {

constexpr std::size_t kSurfacesAtOnce = 64;

Status CountSome(const store::HomePaths& home, const std::vector<DocumentRoot>& surfaces,
                 std::atomic<std::size_t>* next, core::TermMap<std::uint32_t>* frequency) {
  TRY_ASSIGN(const store::Corpus corpus, store::Corpus::Open(home));
  for (std::size_t begin = next->fetch_add(kSurfacesAtOnce); begin < surfaces.size();
       begin = next->fetch_add(kSurfacesAtOnce)) {
    for (std::size_t i = begin; i < std::min(begin + kSurfacesAtOnce, surfaces.size()); ++i) {
      TRY_ASSIGN(const std::optional<store::CorpusDocument> document, corpus.Find(surfaces[i]));
      if (!document)
        return Fail(ErrorCode::kConflict, "the corpus changed meanwhile; run it again");
      auto source = ReadSource(*document);
      if (!source && source.error().code == ErrorCode::kNotFound) {
        return Fail(ErrorCode::kConflict,
                    "the text of document " + surfaces[i].hex() +
                        " was evicted, so its words cannot be counted; rehydrate it first");
      }
      if (!source) return std::unexpected(std::move(source).error());
      const core::TermCounts terms = core::CountTerms(source->spans);
      for (const auto& [term, count] : terms.counts) {
        const auto known = frequency->find(term);
        if (known != frequency->end()) {
          ++known->second;
        } else {
          frequency->emplace(term, 1);
        }
      }
    }
  }
  return {};
}

}  // namespace

Result<core::Scope> CountScope(const store::HomePaths& home,
                               const std::vector<DocumentRoot>& surfaces, unsigned jobs) {
  std::vector<core::TermMap<std::uint32_t>> parts(jobs);
  std::vector<Status> results(jobs);
  std::atomic<std::size_t> next = 0;
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < jobs; ++i) {
      threads.emplace_back([&, i] { results[i] = CountSome(home, surfaces, &next, &parts[i]); });
    }
  }
  for (const Status& result : results) TRY(result);
  core::Scope scope{.documents = surfaces.size(), .frequency = std::move(parts[0])};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    for (const auto& [term, count] : parts[i]) scope.frequency[term] += count;
  }
  return scope;
}

}  // namespace arborist::distill
