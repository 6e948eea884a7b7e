// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/query.h"
#include "store/corpus.h"

namespace arborist::retrieve {

// Keeps a value that is dear to work out, for as long as the corpus stays as it is. Soft: it may
// forget, and failing to keep is no error.
class SoftCache {
 public:
  virtual ~SoftCache() = default;
  virtual std::optional<std::string> Get(std::string_view key) = 0;
  virtual void Put(std::string_view key, std::string_view value) = 0;
};

// The same text under two URIs may stand in two shards. Statistics count it once (decision 22): in
// the first shard that has it; the others leave these chunks out.
struct Duplicates {
  std::vector<DocumentRoot> roots;    // current in more than one shard, in order
  std::vector<index::Scope> counted;  // of each shard: the chunks that are not left out
  std::int64_t skipped_chunks = 0;
  std::int64_t skipped_terms = 0;

  bool Contains(const DocumentRoot& root) const;
};

// One shard: nothing to do. More: a merge of their sorted roots, or the list that the cache kept
// under this state of the corpus.
Result<Duplicates> FindDuplicates(const store::Corpus& corpus, const Hash256& state,
                                  SoftCache* cache);

}  // namespace arborist::retrieve
