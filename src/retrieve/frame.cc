// SPDX-License-Identifier: AGPL-3.0-only
// Recognises works of fiction by what stands in brackets behind their titles, or by how many
// different words of fiction the first chunk has: three or more is a reference, two is ambiguous.
#include "retrieve/frame.h"

#include <algorithm>
#include <array>

#include "text/canonical.h"
#include "text/scan.h"

namespace arborist::retrieve {

namespace {

// frame-markers-v1. What stands in brackets behind the title of a work.
constexpr auto kKinds = text::MakeWordSet(
    "novel", "novella", "film", "play", "franchise", "series", "book", "comics", "comic", "manga",
    "anime", "opera", "musical", "miniseries", "sitcom", "poem", "game", "story", "trilogy",
    "album", "song", "soundtrack", "episode", "character");

// Words that the lead of an article about a work of fiction has, and others seldom together.
constexpr auto kMarkers = std::to_array<std::string_view>(
    {"novel",      "novella",  "novelist",  "published",  "protagonist",
     "antagonist", "plot",     "narrator",  "narrated",   "adaptation",
     "adapted",    "directed", "starring",  "screenplay", "characters",
     "fictional",  "fiction",  "dystopian", "film",       "sequel",
     "prequel",    "trilogy",  "storyline", "playwright", "premiered"});

constexpr std::size_t kSureMarkers = 3;
constexpr double kBracketConfidence = 1.0;
constexpr double kAmbiguousConfidence = 0.4;

bool HasKindInBrackets(std::string_view title) {
  const std::size_t open = title.rfind(" (");
  if (open == std::string_view::npos || !title.ends_with(")")) return false;
  const std::string inside = text::ToLower(title.substr(open + 2, title.size() - open - 3));
  std::size_t pos = 0;
  for (std::string_view word = text::NextWord(inside, &pos); !word.empty();
       word = text::NextWord(inside, &pos)) {
    if (kKinds.Has(word)) return true;
  }
  return false;
}

std::size_t CountMarkers(std::string_view lead) {
  const std::string lower = text::ToLower(lead);
  std::array<bool, kMarkers.size()> seen{};
  for (std::size_t pos = 0; pos < lower.size();) {
    const std::size_t start = pos;
    while (pos < lower.size() && lower[pos] >= 'a' && lower[pos] <= 'z') ++pos;
    const auto it = std::find(kMarkers.begin(), kMarkers.end(),
                              std::string_view(lower).substr(start, pos - start));
    if (it != kMarkers.end()) seen[static_cast<std::size_t>(it - kMarkers.begin())] = true;
    if (pos == start) ++pos;
  }
  return static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
}

// Three markers 0.6, each further one 0.1 more, up to 0.9: less sure than a bracket.
double MarkerConfidence(std::size_t markers) {
  return std::min(0.9, 0.6 + 0.1 * static_cast<double>(markers - kSureMarkers));
}

}  // namespace

std::string_view Name(FrameKind kind) {
  switch (kind) {
    case FrameKind::kNoPhraseRoute:
      return "no_phrase_route";
    case FrameKind::kLiteral:
      return "literal";
    case FrameKind::kAmbiguous:
      return "ambiguous";
    case FrameKind::kReference:
      return "reference";
  }
  return "";
}

FrameDetection DetectFrame(std::span<const PhraseSource> sources) {
  FrameDetection best;
  for (const PhraseSource& source : sources) {
    FrameDetection frame{.kind = FrameKind::kLiteral, .title = {}, .uri = {}, .confidence = 0};
    const std::size_t markers = CountMarkers(source.lead);
    if (HasKindInBrackets(source.title)) {
      frame.kind = FrameKind::kReference;
      frame.confidence = kBracketConfidence;
    } else if (markers >= kSureMarkers) {
      frame.kind = FrameKind::kReference;
      frame.confidence = MarkerConfidence(markers);
    } else if (markers + 1 == kSureMarkers) {
      frame.kind = FrameKind::kAmbiguous;
      frame.confidence = kAmbiguousConfidence;
    }
    if (frame.kind != FrameKind::kLiteral) {
      frame.title = source.title;
      frame.uri = source.uri;
    }
    if (best.kind == FrameKind::kNoPhraseRoute || frame.confidence > best.confidence)
      best = std::move(frame);
  }
  return best;
}

}  // namespace arborist::retrieve
