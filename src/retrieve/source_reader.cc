// SPDX-License-Identifier: AGPL-3.0-only
// Orders the chunks of one document by what they say of a query and reads them in that order. Up to
// 16 chunks are read and counted; of longer documents the index counts, so that a book is not read
// to find its best pages. Each chunk is hashed and compared with its stored leaf before it is given
// away, so a damaged text never reaches a prompt.
#include "retrieve/source_reader.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

#include "document/chunker.h"
#include "retrieve/ranker.h"
#include "text/scan.h"
#include "text/utf8.h"

namespace arborist::retrieve {

namespace {

// Up to so many chunks it is cheaper to read them than to ask the index, which goes through all
// words that begin like one of the query.
constexpr std::uint64_t kReadAll = 16;

// The blocks of a longer document are read around the chunks that are shown: before them stand the
// headings and leads.
constexpr std::uint64_t kReadBlocks = 64;
constexpr std::uint64_t kBlocksBefore = 6;
constexpr std::uint64_t kBlocksBehind = 1;

struct Relevance {
  double weight = 0;
  int words = 0;
  std::uint32_t mentions = 0;
  std::uint64_t chunk_idx = 0;
  std::size_t order = 0;
};

}  // namespace

Result<SourceReader> SourceReader::Open(store::ShardReader* shard, store::CorpusDocument document,
                                        const Ranker& ranker, const ReadOptions& options) {
  SourceReader reader(shard, std::move(document), options.bases);
  TRY_ASSIGN(std::optional<store::DocumentView> here,
             shard->documents().Find(reader.document_.view.root));
  if (!here) {
    return Fail(ErrorCode::kCorrupt, "document " + reader.document_.view.root.hex() +
                                         " is not in shard " + shard->name());
  }
  reader.here_ = std::move(*here);
  reader.evicted_ = reader.document_.view.tier != store::Tier::kHot;
  const std::uint64_t leaves = reader.here_.leaf_count;
  if (leaves > 1 && !ranker.query().empty()) {
    TRY_ASSIGN(const std::vector<Counts> counts, leaves <= kReadAll && !reader.evicted_
                                                     ? reader.CountInTexts(ranker)
                                                     : reader.CountInIndex(ranker));
    reader.Order(ranker, counts, options.best);
  }
  if (options.all) {
    reader.AppendRest();
  } else if (reader.places_.empty()) {
    reader.places_.push_back({});
  }
  return reader;
}

Result<std::vector<SourceReader::Counts>> SourceReader::CountInTexts(const Ranker& ranker) {
  std::vector<Counts> counts;
  for (std::uint64_t idx = 0; idx < here_.leaf_count; ++idx) {
    TRY_ASSIGN(std::string text, Text(idx));
    // As the search scores it, so that both take the same chunks.
    counts.push_back({idx, ranker.Frequencies(text), ranker.Body(text).score});
    texts_.emplace(idx, std::move(text));
  }
  return counts;
}

// A book is not read to find its best pages.
Result<std::vector<SourceReader::Counts>> SourceReader::CountInIndex(const Ranker& ranker) {
  const index::RowRange chunks = store::RowsOf(here_.first_chunk_id, here_.leaf_count);
  TRY_ASSIGN(
      std::vector<index::RowCounts> rows,
      shard_->index().Counts({.tree = AnyTerm(ranker.query()), .scope = {.within = chunks}}));
  std::vector<Counts> counts;
  counts.reserve(rows.size());
  for (index::RowCounts& row : rows) {
    const double weight = ranker.WeightOf(row.counts);
    counts.push_back(
        {static_cast<std::uint64_t>(row.row - chunks.first), std::move(row.counts), weight});
  }
  return counts;
}

void SourceReader::Order(const Ranker& ranker, const std::vector<Counts>& counts,
                         std::optional<std::uint64_t> best) {
  std::vector<Relevance> chunks;
  for (const Counts& chunk : counts) {
    const Presence presence = CountGroups(ranker.query(), chunk.frequency);
    if (presence.groups == 0) continue;
    chunks.push_back({.weight = chunk.weight,
                      .words = std::popcount(presence.groups),
                      .mentions = presence.mentions,
                      .chunk_idx = chunk.chunk_idx});
  }
  std::sort(chunks.begin(), chunks.end(), [](const Relevance& a, const Relevance& b) {
    return std::tie(b.words, b.mentions, a.chunk_idx) < std::tie(a.words, a.mentions, b.chunk_idx);
  });
  for (std::size_t i = 0; i < chunks.size(); ++i) chunks[i].order = i;
  std::sort(chunks.begin(), chunks.end(), [](const Relevance& a, const Relevance& b) {
    return std::tie(b.weight, a.order) < std::tie(a.weight, b.order);
  });
  std::ranges::stable_partition(
      chunks, [&](const Relevance& chunk) { return best && chunk.chunk_idx == *best; });
  for (const Relevance& chunk : chunks) places_.push_back({chunk.chunk_idx, chunk.order});
}

Result<std::string> SourceReader::Text(std::uint64_t chunk_idx) {
  if (const auto known = texts_.find(chunk_idx); known != texts_.end()) return known->second;
  return store::ChunkText(document_, chunk_idx);
}

// Behind those that are there, all others in the order of the text.
void SourceReader::AppendRest() {
  std::vector<bool> known(here_.leaf_count);
  for (const Place& place : places_) known[place.chunk_idx] = true;
  for (std::uint64_t idx = 0; idx < here_.leaf_count; ++idx) {
    if (!known[idx]) places_.push_back({idx, places_.size()});
  }
}

std::string SourceReader::Base(const std::string& raw) const {
  return markup::ToBase(markup::BaseOf(document_.shown().extraction_version, bases_), raw);
}

Result<std::optional<LoadedChunk>> SourceReader::Load(const Place& at) {
  const std::uint64_t chunk_idx = at.chunk_idx;
  const std::string place = "chunk " + std::to_string(chunk_idx) + " of " + here_.root.hex();
  TRY_ASSIGN(std::string raw, Text(chunk_idx));
  LoadedChunk chunk{.chunk_idx = chunk_idx,
                    .leaf = document::LeafOf(raw),
                    .raw = {},
                    .span = Base(raw),
                    .code_points = 0,
                    .order = at.order};
  TRY_ASSIGN(const LeafHash stored, shard_->texts().Leaf(here_, chunk_idx));
  if (chunk.leaf != stored) {
    return Fail(ErrorCode::kCorrupt, place + " does not hash to its leaf; arborist fsck says more");
  }
  if (text::Strip(chunk.span).empty()) return std::nullopt;
  chunk.raw = std::move(raw);
  chunk.code_points = text::CountCodePoints(chunk.span);
  return chunk;
}

Result<std::optional<LoadedChunk>> SourceReader::Next() {
  while (!evicted_ && next_ < places_.size()) {
    TRY_ASSIGN(std::optional<LoadedChunk> chunk, Load(places_[next_++]));
    if (chunk) return chunk;
  }
  return std::nullopt;
}

Result<std::string> SourceReader::Lead() {
  if (evicted_) return std::string();
  TRY_ASSIGN(std::optional<LoadedChunk> chunk, Load({}));
  return chunk ? std::move(chunk->span) : std::string();
}

Result<blocks::Reading> SourceReader::Blocks(const std::vector<std::uint64_t>& chunks) {
  std::vector<std::uint64_t> wanted;
  if (here_.leaf_count <= kReadBlocks) {
    wanted.resize(here_.leaf_count);
    std::iota(wanted.begin(), wanted.end(), std::uint64_t{0});
  } else {
    for (const std::uint64_t chunk : chunks) {
      const std::uint64_t first = chunk - std::min(chunk, kBlocksBefore);
      const std::uint64_t end = std::min(chunk + kBlocksBehind + 1, here_.leaf_count);
      for (std::uint64_t i = wanted.empty() ? first : std::max(first, wanted.back() + 1); i < end;
           ++i) {
        wanted.push_back(i);
      }
    }
  }
  std::vector<std::string> slices;
  slices.reserve(wanted.size());
  blocks::DocumentBlocks document(markup::BaseOf(document_.shown().extraction_version, bases_));
  for (const std::uint64_t chunk : wanted) {
    TRY_ASSIGN(std::string text, Text(chunk));
    slices.push_back(std::move(text));
    document.Add(static_cast<std::uint32_t>(chunk), slices.back());
  }
  return document.Finish();
}

}  // namespace arborist::retrieve
