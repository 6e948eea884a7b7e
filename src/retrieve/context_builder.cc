// SPDX-License-Identifier: AGPL-3.0-only
// Reads whole chunks of each source up to its share of the budget; a source that ends early leaves
// its rest to all. Finish shares out that rest in the order of the sources, cuts the chunk that
// exceeds a share, and puts the chunks of a source into prompt order.
#include "retrieve/context_builder.h"

#include <algorithm>

#include "retrieve/budget.h"
#include "retrieve/window.h"
#include "text/utf8.h"

namespace arborist::retrieve {

namespace {

// A rest of a chunk shorter than this says too little to be a passage of its own.
constexpr std::size_t kLeastRest = 200;

// What fits of the chunks as they were read, in the order of the prompt.
std::vector<ContextChunk> CutTo(std::size_t code_points, std::vector<LoadedChunk> chunks,
                                const Ranker* ranker) {
  std::vector<ContextChunk> kept;
  for (LoadedChunk& chunk : chunks) {
    ContextChunk next{std::move(chunk)};
    if (next.code_points > code_points) {
      if (!kept.empty() && code_points < kLeastRest) break;
      const Window window = ranker != nullptr
                                ? CutAroundHits(next.span, *ranker, code_points)
                                : Window{0, CutAtSentence(next.span, code_points).size()};
      next.offset_start =
          text::CountCodePoints(std::string_view(next.span).substr(0, window.begin));
      next.span = next.span.substr(window.begin, window.end - window.begin);
      next.code_points = text::CountCodePoints(next.span);
      next.cut = true;
      if (next.span.empty()) break;
    }
    code_points -= next.code_points;
    const bool last = next.cut;
    kept.push_back(std::move(next));
    if (last) break;
  }
  std::sort(kept.begin(), kept.end(),
            [](const ContextChunk& a, const ContextChunk& b) { return a.order < b.order; });
  return kept;
}

}  // namespace

ContextBuilder::ContextBuilder(std::size_t max_code_points, std::size_t max_sources)
    : max_sources_(max_sources), left_(max_code_points) {}

Status ContextBuilder::Fill(std::size_t code_points, Part* part) {
  while (part->code_points < code_points) {
    TRY_ASSIGN(std::optional<LoadedChunk> chunk, part->reader.Next());
    if (!chunk) break;
    if (seen_.Contains(chunk->span)) {
      ++repeated_;
      continue;
    }
    part->code_points += chunk->code_points;
    part->chunks.push_back(std::move(*chunk));
  }
  return {};
}

Result<bool> ContextBuilder::Add(SourceReader reader, std::size_t share) {
  Part part{std::move(reader)};
  part.share = std::min(share, left_);
  TRY(Fill(part.share, &part));
  if (part.chunks.empty()) return false;
  left_ -= std::min(part.code_points, part.share);
  sources_.push_back(std::move(part));
  return true;
}

Result<std::vector<std::vector<ContextChunk>>> ContextBuilder::Finish(const Ranker* ranker) {
  std::vector<std::vector<ContextChunk>> chunks;
  for (Part& part : sources_) {
    TRY(Fill(part.share + left_, &part));
    const std::size_t granted = std::min(part.code_points, part.share + left_);
    if (granted > part.share) left_ -= granted - part.share;
    chunks.push_back(CutTo(granted, std::move(part.chunks), ranker));
  }
  return chunks;
}

}  // namespace arborist::retrieve
