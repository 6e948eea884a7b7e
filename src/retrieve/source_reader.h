// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/hash256.h"
#include "blocks/blocks.h"
#include "markup/base.h"
#include "retrieve/query.h"
#include "retrieve/ranker.h"
#include "store/corpus.h"

namespace arborist::retrieve {

// A chunk that may come into the context.
struct LoadedChunk {
  std::uint64_t chunk_idx = 0;
  LeafHash leaf;
  std::string raw;
  std::string span;              // decision 17: the base of the slice
  std::size_t code_points = 0;   // of the span
  std::size_t offset_start = 0;  // where it begins in the base of the slice, in code points
  std::size_t order = 0;         // among the chunks of its document, as a prompt shows them
};

struct ReadOptions {
  markup::BaseSet bases = markup::BaseSet::kAll;
  std::optional<std::uint64_t> best = {};  // the chunk that the search found
  bool all = false;                        // also chunks without a word of the query
};

// The chunks of one document: first the one that the search found best, then those that weigh most
// in the query. That decides what fits in. A prompt shows them in another order: by the number of
// the query's words in them, then by mentions, then as in the text. Reads one chunk at a time.
class SourceReader {
 public:
  // In a shard whose index holds the document. Best: the chunk that the search found. All: also
  // chunks without any word of the query, in the order of the text behind the others; otherwise
  // such a chunk is read only when there is no other, and then the first.
  static Result<SourceReader> Open(store::ShardReader* shard, store::CorpusDocument document,
                                   const Ranker& ranker, const ReadOptions& options);

  const store::CorpusDocument& document() const { return document_; }

  // Its text was evicted, here and in every other shard: there is nothing to read.
  bool evicted() const { return evicted_; }
  // Which chunk would have been read first.
  std::uint64_t first_chunk() const { return places_.empty() ? 0 : places_[0].chunk_idx; }

  // The next chunk with a text, or nothing at the end. A text that does not hash to its leaf is
  // kCorrupt: nothing unproved reaches an answer.
  Result<std::optional<LoadedChunk>> Next();

  // The beginning of the document, as prose.
  Result<std::string> Lead();

  // The blocks of the document, or of a book those of the pages around these chunks, which are
  // ascending.
  Result<blocks::Reading> Blocks(const std::vector<std::uint64_t>& chunks);

 private:
  SourceReader(store::ShardReader* shard, store::CorpusDocument document, markup::BaseSet bases)
      : shard_(shard), document_(std::move(document)), bases_(bases) {}
  struct Place {
    std::uint64_t chunk_idx = 0;
    std::size_t order = 0;
  };
  struct Counts {
    std::uint64_t chunk_idx = 0;
    std::vector<int> frequency;
    double weight = 0;
  };
  Result<std::vector<Counts>> CountInTexts(const Ranker& ranker);
  Result<std::vector<Counts>> CountInIndex(const Ranker& ranker);
  void Order(const Ranker& ranker, const std::vector<Counts>& counts,
             std::optional<std::uint64_t> best);
  Result<std::string> Text(std::uint64_t chunk_idx);
  void AppendRest();
  Result<std::optional<LoadedChunk>> Load(const Place& at);
  std::string Base(const std::string& raw) const;

  store::ShardReader* shard_;
  store::CorpusDocument document_;
  markup::BaseSet bases_;
  store::DocumentView here_;  // as this shard knows it
  bool evicted_ = false;
  std::vector<Place> places_;  // in the order of reading
  std::size_t next_ = 0;
  std::map<std::uint64_t, std::string> texts_;  // read already
};

}  // namespace arborist::retrieve
