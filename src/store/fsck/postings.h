// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/result.h"
#include "index/query.h"
#include "sqlite/database.h"
#include "store/shard/views.h"

namespace arborist::store {

// The postings of one row of an index, as a sum of hashes: so those that a text should have can be
// compared with those that the index has in whatever order it shows them.
class PostingSum {
 public:
  void Add(std::string_view term, std::int64_t position);
  friend bool operator==(PostingSum a, PostingSum b) = default;

 private:
  std::uint64_t value_ = 0;
};

// By row: chunk or location.
using PostingSums = std::unordered_map<std::int64_t, PostingSum>;

// What the index has. Positions count only in the index of texts; the others keep none. rows: about
// how many there are; only tunes the speed.
Result<PostingSums> SumsInIndex(sqlite::Database* database, index::Field field, std::size_t rows);

// What the index must have, as far as the texts were read.
struct ExpectedPostings {
  PostingSums texts;
  PostingSums keywords;
  std::unordered_set<std::int64_t> unread;  // chunks in the index whose text was evicted

  // terms: of a text, with spaces between (text::AppendSearchTerms).
  void NoteText(ChunkId chunk_id, std::string_view terms);
  void NoteKeywords(ChunkId chunk_id, std::string_view terms);
};

}  // namespace arborist::store
