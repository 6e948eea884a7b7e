// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace arborist::retrieve {

// What a question that repeats a sentence speaks of: the world, or a work that says so.
enum class FrameKind : std::uint8_t {
  kNoPhraseRoute,  // no source holds five words of the question in a row
  kLiteral,        // some do, and none looks like a work of fiction
  kAmbiguous,      // one looks a little like a work
  kReference,      // one is a work: its characters may claim what it does not show
};
std::string_view Name(FrameKind kind);

// Result only: never in a key or the run-DAG.
struct FrameDetection {
  FrameKind kind = FrameKind::kNoPhraseRoute;
  std::string title;  // of the work; empty when there is none
  std::string uri;
  double confidence = 0;
  bool operator==(const FrameDetection&) const = default;
};

// A source that holds five words of the question in a row.
struct PhraseSource {
  std::string_view title;
  std::string_view uri;
  std::string_view lead;  // its first chunk as prose
};

// The surest of the sources decides; of equals the first.
FrameDetection DetectFrame(std::span<const PhraseSource> sources);

}  // namespace arborist::retrieve
