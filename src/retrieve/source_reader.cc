// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/source_reader.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

#include "document/chunker.h"
#include "document/extraction.h"
#include "retrieve/ranker.h"
#include "text/scan.h"
#include "text/utf8.h"
#include "wikitext/base.h"

namespace arborist::retrieve {

namespace {

struct Relevance {
  int words = 0;
  std::uint32_t mentions = 0;
  std::uint64_t chunk_idx = 0;
  bool operator<(const Relevance& other) const {
    return std::tie(other.words, other.mentions, chunk_idx) <
           std::tie(words, mentions, other.chunk_idx);
  }
};

// From the index alone: a book is not read to find its best pages.
Result<std::vector<std::uint64_t>> ByRelevance(store::ShardReader* shard,
                                               const store::DocumentView& view,
                                               const Query& query) {
  std::vector<std::size_t> terms(query.terms.size());
  std::iota(terms.begin(), terms.end(), std::size_t{0});
  const std::int64_t last = view.first_chunk_id + static_cast<std::int64_t>(view.leaf_count) - 1;
  TRY_ASSIGN(const std::vector<store::ShardReader::PhraseCounts> rows,
             shard->CountPhrases(AnyOf(query, terms).text, view.first_chunk_id, last));
  std::vector<Relevance> chunks;
  for (const store::ShardReader::PhraseCounts& row : rows) {
    const Presence presence = CountGroups(query, row.counts);
    if (presence.groups == 0) continue;
    chunks.push_back({.words = std::popcount(presence.groups),
                      .mentions = presence.mentions,
                      .chunk_idx = static_cast<std::uint64_t>(row.chunk_id - view.first_chunk_id)});
  }
  std::sort(chunks.begin(), chunks.end());
  std::vector<std::uint64_t> order;
  order.reserve(chunks.size());
  for (const Relevance& chunk : chunks) order.push_back(chunk.chunk_idx);
  return order;
}

// Behind those that are there, all others in the order of the text.
void AppendRest(std::uint64_t leaf_count, std::vector<std::uint64_t>* order) {
  std::vector<bool> known(leaf_count);
  for (const std::uint64_t idx : *order) known[idx] = true;
  for (std::uint64_t idx = 0; idx < leaf_count; ++idx) {
    if (!known[idx]) order->push_back(idx);
  }
}

}  // namespace

Result<SourceReader> SourceReader::Open(store::ShardReader* shard, store::CorpusDocument document,
                                        const Query& query, bool all) {
  SourceReader reader(shard, std::move(document));
  TRY_ASSIGN(std::optional<store::DocumentView> here, shard->Find(reader.document_.view.root));
  if (!here) {
    return Fail(ErrorCode::kCorrupt, "document " + reader.document_.view.root.hex() +
                                         " is not in shard " + shard->name());
  }
  reader.here_ = std::move(*here);
  const std::uint64_t leaves = reader.here_.leaf_count;
  if (leaves > 1 && !query.empty()) {
    TRY_ASSIGN(reader.order_, ByRelevance(shard, reader.here_, query));
  }
  if (all) {
    AppendRest(leaves, &reader.order_);
  } else if (reader.order_.empty()) {
    reader.order_.push_back(0);
  }
  return reader;
}

std::string SourceReader::Base(const std::string& raw) const {
  return document_.shown().extraction_version == document::kWikitextExtraction
             ? wikitext::ToBase(raw)
             : raw;
}

Result<std::optional<LoadedChunk>> SourceReader::Load(std::uint64_t chunk_idx) {
  const std::string place = "chunk " + std::to_string(chunk_idx) + " of " + here_.root.hex();
  auto raw = shard_->ChunkText(here_.first_chunk_id + static_cast<std::int64_t>(chunk_idx));
  if (!raw && raw.error().code == ErrorCode::kNotFound) return std::nullopt;  // evicted
  if (!raw) return std::unexpected(std::move(raw).error().In(place));
  LoadedChunk chunk{.chunk_idx = chunk_idx,
                    .leaf = document::LeafOf(*raw),
                    .raw = {},
                    .span = Base(*raw),
                    .code_points = 0};
  TRY_ASSIGN(const LeafHash stored, shard_->Leaf(here_, chunk_idx));
  if (chunk.leaf != stored) {
    return Fail(ErrorCode::kCorrupt, place + " does not hash to its leaf; arborist fsck says more");
  }
  if (text::Strip(chunk.span).empty()) return std::nullopt;
  chunk.raw = std::move(*raw);
  chunk.code_points = text::CountCodePoints(chunk.span);
  return chunk;
}

Result<std::optional<LoadedChunk>> SourceReader::Next() {
  while (next_ < order_.size()) {
    TRY_ASSIGN(std::optional<LoadedChunk> chunk, Load(order_[next_++]));
    if (chunk) return chunk;
  }
  return std::nullopt;
}

Result<std::string> SourceReader::Lead() {
  TRY_ASSIGN(std::optional<LoadedChunk> chunk, Load(0));
  return chunk ? std::move(chunk->span) : std::string();
}

}  // namespace arborist::retrieve
