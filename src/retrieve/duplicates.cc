// SPDX-License-Identifier: AGPL-3.0-only
// Finds the documents that stand in several shards, so that statistics count each once. The root
// lists of the shards are merged page by page, as they are sorted, and the result is cached under
// the state of the corpus. Every copy but the first that is indexed is excluded by its rows.
#include "retrieve/duplicates.h"

#include <algorithm>
#include <deque>

namespace arborist::retrieve {

namespace {

constexpr std::string_view kCacheKey = "search_duplicates";
constexpr std::size_t kHexDigits = 64;

// Roots that stand in more than one shard, current or not.
Result<std::vector<DocumentRoot>> SharedRoots(const store::Corpus& corpus) {
  constexpr std::size_t kPage = 4096;
  struct Cursor {
    std::deque<DocumentRoot> page;
    std::optional<DocumentRoot> last;
    bool done = false;
  };
  std::vector<Cursor> cursors(corpus.shards().size());
  std::vector<DocumentRoot> shared;
  while (true) {
    const DocumentRoot* smallest = nullptr;
    for (std::size_t i = 0; i < cursors.size(); ++i) {
      Cursor& cursor = cursors[i];
      if (cursor.page.empty() && !cursor.done) {
        TRY_ASSIGN(const std::vector<DocumentRoot> page,
                   corpus.shards()[i]->documents().RootsAfter(cursor.last, kPage));
        cursor.done = page.size() < kPage;
        cursor.page.assign(page.begin(), page.end());
        if (!page.empty()) cursor.last = page.back();
      }
      if (cursor.page.empty()) continue;
      if (smallest == nullptr || cursor.page.front() < *smallest) smallest = &cursor.page.front();
    }
    if (smallest == nullptr) return shared;
    const DocumentRoot root = *smallest;
    int copies = 0;
    for (Cursor& cursor : cursors) {
      if (cursor.page.empty() || cursor.page.front() != root) continue;
      cursor.page.pop_front();
      ++copies;
    }
    if (copies > 1) shared.push_back(root);
  }
}

std::optional<std::vector<DocumentRoot>> FromCache(const Hash256& state, SoftCache* cache) {
  if (cache == nullptr) return std::nullopt;
  const std::optional<std::string> value = cache->Get(kCacheKey);
  if (!value || !value->starts_with(state.hex())) return std::nullopt;
  std::vector<DocumentRoot> roots;
  for (std::size_t at = kHexDigits; at < value->size(); at += kHexDigits) {
    const auto root = Hash256::FromHexString(value->substr(at, kHexDigits));
    if (!root) return std::nullopt;
    roots.emplace_back(*root);
  }
  return roots;
}

void ToCache(const Hash256& state, const std::vector<DocumentRoot>& roots, SoftCache* cache) {
  constexpr std::size_t kMaxKept = 1 << 16;
  if (cache == nullptr || roots.size() > kMaxKept) return;
  std::string value = state.hex();
  for (const DocumentRoot& root : roots) value += root.hex();
  cache->Put(kCacheKey, value);
}

Status Skip(store::ShardReader* shard, const store::DocumentView& view, std::size_t number,
            Duplicates* duplicates) {
  const index::RowRange chunks = store::RowsOf(view.first_chunk_id, view.leaf_count);
  duplicates->counted[number].without.push_back(chunks);
  duplicates->skipped_chunks += static_cast<std::int64_t>(view.leaf_count);
  TRY_ASSIGN(const std::int64_t terms, shard->index().TermsIn(chunks));
  duplicates->skipped_terms += terms;
  return {};
}

}  // namespace

bool Duplicates::Contains(const DocumentRoot& root) const {
  return std::binary_search(roots.begin(), roots.end(), root);
}

Result<Duplicates> FindDuplicates(const store::Corpus& corpus, const Hash256& state,
                                  SoftCache* cache) {
  Duplicates duplicates;
  duplicates.counted.resize(corpus.shards().size());
  if (corpus.shards().size() < 2) return duplicates;
  std::optional<std::vector<DocumentRoot>> shared = FromCache(state, cache);
  if (!shared) {
    TRY_ASSIGN(shared, SharedRoots(corpus));
    ToCache(state, *shared, cache);
  }
  for (const DocumentRoot& root : *shared) {
    int copies = 0;
    int indexed = 0;
    for (std::size_t i = 0; i < corpus.shards().size(); ++i) {
      store::ShardReader* shard = corpus.shards()[i].get();
      TRY_ASSIGN(const std::optional<store::DocumentView> view, shard->documents().Find(root));
      // Compressions are in no index of texts, so that nothing counts them twice.
      if (!view || !view->current || view->compression_depth > 0) continue;
      ++copies;
      if (view->tier == store::Tier::kCold) continue;  // no statistics count it
      if (++indexed > 1) TRY(Skip(shard, *view, i, &duplicates));
    }
    if (copies > 1) duplicates.roots.push_back(root);
  }
  for (index::Scope& scope : duplicates.counted)
    std::ranges::sort(scope.without, {}, &index::RowRange::first);
  return duplicates;
}

}  // namespace arborist::retrieve
