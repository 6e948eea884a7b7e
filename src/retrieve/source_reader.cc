// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/source_reader.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

#include "document/chunker.h"
#include "document/extraction.h"
#include "retrieve/ranker.h"
#include "sqlite/rank_function.h"
#include "text/scan.h"
#include "text/utf8.h"
#include "wikitext/base.h"

namespace arborist::retrieve {

namespace {

struct Relevance {
  double weight = 0;
  int words = 0;
  std::uint32_t mentions = 0;
  std::uint64_t chunk_idx = 0;
  std::size_t order = 0;
};

// BM25 of a chunk of average length.
double Weight(const Query& query, const TermStatistics& statistics,
              const std::vector<int>& counts) {
  constexpr double kOtherForm = 0.7;
  const auto part = [&](std::size_t term) {
    return sqlite::Bm25Part(statistics.idf[term], counts[term], 1, 1);
  };
  double sum = 0;
  for (const Group& group : query.groups) {
    double words = 0;
    for (const Word& word : group.words)
      words +=
          word.stem ? std::max(part(word.term), kOtherForm * part(*word.stem)) : part(word.term);
    sum += group.joined ? std::max(words, part(*group.joined)) : words;
  }
  return RoundScore(sum);
}

}  // namespace

Result<SourceReader> SourceReader::Open(store::ShardReader* shard, store::CorpusDocument document,
                                        const Query& query, const TermStatistics& statistics,
                                        bool all) {
  SourceReader reader(shard, std::move(document));
  TRY_ASSIGN(std::optional<store::DocumentView> here, shard->Find(reader.document_.view.root));
  if (!here) {
    return Fail(ErrorCode::kCorrupt, "document " + reader.document_.view.root.hex() +
                                         " is not in shard " + shard->name());
  }
  reader.here_ = std::move(*here);
  if (reader.here_.leaf_count > 1 && !query.empty()) TRY(reader.OrderByIndex(query, statistics));
  if (all) {
    reader.AppendRest();
  } else if (reader.places_.empty()) {
    reader.places_.push_back({});
  }
  return reader;
}

// From the index alone: a book is not read to find its best pages.
Status SourceReader::OrderByIndex(const Query& query, const TermStatistics& statistics) {
  std::vector<std::size_t> terms(query.terms.size());
  std::iota(terms.begin(), terms.end(), std::size_t{0});
  const std::int64_t first = here_.first_chunk_id;
  const std::int64_t last = first + static_cast<std::int64_t>(here_.leaf_count) - 1;
  TRY_ASSIGN(const std::vector<store::ShardReader::PhraseCounts> rows,
             shard_->CountPhrases(AnyOf(query, terms).text, first, last));
  std::vector<Relevance> chunks;
  for (const store::ShardReader::PhraseCounts& row : rows) {
    const Presence presence = CountGroups(query, row.counts);
    if (presence.groups == 0) continue;
    chunks.push_back({.weight = Weight(query, statistics, row.counts),
                      .words = std::popcount(presence.groups),
                      .mentions = presence.mentions,
                      .chunk_idx = static_cast<std::uint64_t>(row.chunk_id - first)});
  }
  std::sort(chunks.begin(), chunks.end(), [](const Relevance& a, const Relevance& b) {
    return std::tie(b.words, b.mentions, a.chunk_idx) < std::tie(a.words, a.mentions, b.chunk_idx);
  });
  for (std::size_t i = 0; i < chunks.size(); ++i) chunks[i].order = i;
  std::sort(chunks.begin(), chunks.end(), [](const Relevance& a, const Relevance& b) {
    return std::tie(b.weight, a.order) < std::tie(a.weight, b.order);
  });
  for (const Relevance& chunk : chunks) places_.push_back({chunk.chunk_idx, chunk.order});
  return {};
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
  return document_.shown().extraction_version == document::kWikitextExtraction
             ? wikitext::ToBase(raw)
             : raw;
}

Result<std::optional<LoadedChunk>> SourceReader::Load(const Place& at) {
  const std::uint64_t chunk_idx = at.chunk_idx;
  const std::string place = "chunk " + std::to_string(chunk_idx) + " of " + here_.root.hex();
  auto raw = shard_->ChunkText(here_.first_chunk_id + static_cast<std::int64_t>(chunk_idx));
  if (!raw && raw.error().code == ErrorCode::kNotFound) return std::nullopt;  // evicted
  if (!raw) return std::unexpected(std::move(raw).error().In(place));
  LoadedChunk chunk{.chunk_idx = chunk_idx,
                    .leaf = document::LeafOf(*raw),
                    .raw = {},
                    .span = Base(*raw),
                    .code_points = 0,
                    .order = at.order};
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
  while (next_ < places_.size()) {
    TRY_ASSIGN(std::optional<LoadedChunk> chunk, Load(places_[next_++]));
    if (chunk) return chunk;
  }
  return std::nullopt;
}

Result<std::string> SourceReader::Lead() {
  TRY_ASSIGN(std::optional<LoadedChunk> chunk, Load({}));
  return chunk ? std::move(chunk->span) : std::string();
}

}  // namespace arborist::retrieve
