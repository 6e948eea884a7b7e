// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/context.h"

#include <algorithm>

#include "retrieve/budget.h"
#include "text/utf8.h"

namespace arborist::retrieve {

namespace {

// A rest of a chunk shorter than this says too little to be a passage of its own.
constexpr std::size_t kLeastRest = 200;

std::vector<ContextChunk> CutTo(std::size_t code_points, std::vector<LoadedChunk> chunks) {
  std::vector<ContextChunk> kept;
  for (LoadedChunk& chunk : chunks) {
    ContextChunk next{std::move(chunk)};
    if (next.code_points > code_points) {
      if (!kept.empty() && code_points < kLeastRest) break;
      next.span = CutAtSentence(next.span, code_points);
      next.code_points = text::CountCodePoints(next.span);
      next.cut = true;
      if (next.span.empty()) break;
    }
    code_points -= next.code_points;
    const bool last = next.cut;
    kept.push_back(std::move(next));
    if (last) break;
  }
  return kept;
}

}  // namespace

ContextBuilder::ContextBuilder(std::size_t max_code_points, std::size_t max_sources)
    : max_code_points_(max_code_points),
      max_sources_(max_sources),
      share_(max_code_points / std::max<std::size_t>(max_sources, 1)) {}

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

Result<bool> ContextBuilder::Add(SourceReader reader) {
  Part part{std::move(reader)};
  TRY(Fill(share_, &part));
  if (part.chunks.empty()) return false;
  sources_.push_back(std::move(part));
  return true;
}

Result<std::vector<std::vector<ContextChunk>>> ContextBuilder::Finish() {
  std::size_t left = max_code_points_;
  for (const Part& part : sources_) left -= std::min(part.code_points, share_);
  std::vector<std::vector<ContextChunk>> chunks;
  for (Part& part : sources_) {
    TRY(Fill(share_ + left, &part));
    const std::size_t granted = std::min(part.code_points, share_ + left);
    if (granted > share_) left -= granted - share_;
    chunks.push_back(CutTo(granted, std::move(part.chunks)));
  }
  return chunks;
}

}  // namespace arborist::retrieve
