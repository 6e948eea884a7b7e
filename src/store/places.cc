// SPDX-License-Identifier: AGPL-3.0-only
// An anchor of a reader counts from the start of the text, a passage from the start of its chunk:
// the sizes of the chunks in front give the difference. A line is counted, so a place far into a
// long text is not: kMaxChunksToCount.
#include "store/places.h"

#include <algorithm>

#include "document/extraction.h"

namespace arborist::store {

namespace {

constexpr std::uint64_t kMaxChunksToCount = 2000;

// Whether what is stored has the lines of the file.
bool HasLines(std::string_view extraction) {
  return extraction == document::kPlainExtraction || extraction == document::kMarkdownExtraction ||
         extraction == document::kRestExtraction || extraction == document::kAsciiDocExtraction;
}

std::uint64_t LineEnds(std::string_view text) {
  return static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
}

}  // namespace

Status PlaceFinder::Turn(const CorpusDocument& document) {
  const LocationView& location = document.shown();
  if (root_ == document.view.root && uri_ == location.uri) return {};
  uri_ = location.uri;
  root_ = document.view.root;
  lines_before_.clear();
  notes_.reset();
  if (location.text.shard == nullptr) return {};
  TRY_ASSIGN(notes_, location.text.shard->readings().Of(location.uri));
  return {};
}

Result<std::optional<reading::Place>> PlaceFinder::Find(const CorpusDocument& document,
                                                        std::uint64_t chunk_idx,
                                                        std::size_t offset) {
  TRY(Turn(document));
  if (document.text.shard == nullptr || document.text.tier != Tier::kHot) return std::nullopt;
  if (notes_ && !notes_->anchors.empty()) {
    TRY_ASSIGN(const std::uint64_t begin,
               document.text.shard->texts().OffsetOf(document.text, chunk_idx));
    return reading::PlaceAt(notes_->anchors, begin + offset);
  }
  if (!HasLines(document.shown().extraction_version)) return std::nullopt;
  return LineAt(document, chunk_idx, offset);
}

// RFC 5147 counts the gaps between lines, so the first line is 0,1.
Result<std::optional<reading::Place>> PlaceFinder::LineAt(const CorpusDocument& document,
                                                          std::uint64_t chunk_idx,
                                                          std::size_t offset) {
  if (chunk_idx > kMaxChunksToCount) return std::nullopt;
  Texts& texts = document.text.shard->texts();
  if (lines_before_.empty()) lines_before_.push_back(0);
  while (lines_before_.size() <= chunk_idx) {
    TRY_ASSIGN(const std::string slice, texts.Slice(document.text, lines_before_.size() - 1));
    lines_before_.push_back(lines_before_.back() + LineEnds(slice));
  }
  TRY_ASSIGN(const std::string slice, texts.Slice(document.text, chunk_idx));
  const std::uint64_t line = lines_before_[static_cast<std::size_t>(chunk_idx)] +
                             LineEnds(std::string_view(slice).substr(0, offset));
  return reading::Place{
      .label = "line " + std::to_string(line + 1),
      .fragment = "line=" + std::to_string(line) + "," + std::to_string(line + 1)};
}

}  // namespace arborist::store
