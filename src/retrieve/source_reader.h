// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/hash256.h"
#include "retrieve/query.h"
#include "store/corpus.h"

namespace arborist::retrieve {

// A chunk that may come into the context.
struct LoadedChunk {
  std::uint64_t chunk_idx = 0;
  LeafHash leaf;
  std::string raw;
  std::string span;             // decision 17: the prose of wikitext, all else as it is
  std::size_t code_points = 0;  // of the span
};

// The chunks of one document, those with most of the query first: by the number of its words in
// them, then by mentions, then in the order of the text. Reads one chunk at a time.
class SourceReader {
 public:
  // In a shard whose index holds the document. All: also chunks without any word of the query, in
  // the order of the text behind the others; otherwise such a chunk is read only when there is no
  // other, and then the first.
  static Result<SourceReader> Open(store::ShardReader* shard, store::CorpusDocument document,
                                   const Query& query, bool all);

  const store::CorpusDocument& document() const { return document_; }

  // The next chunk with a text, or nothing at the end. A text that does not hash to its leaf is
  // kCorrupt: nothing unproved reaches an answer.
  Result<std::optional<LoadedChunk>> Next();

  // The beginning of the document, as prose.
  Result<std::string> Lead();

 private:
  SourceReader(store::ShardReader* shard, store::CorpusDocument document)
      : shard_(shard), document_(std::move(document)) {}
  Result<std::optional<LoadedChunk>> Load(std::uint64_t chunk_idx);
  std::string Base(const std::string& raw) const;

  store::ShardReader* shard_;
  store::CorpusDocument document_;
  store::DocumentView here_;  // as this shard knows it
  std::vector<std::uint64_t> order_;
  std::size_t next_ = 0;
};

}  // namespace arborist::retrieve
