// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evidence/evidence_map.h"
#include "judge/check_answer.h"
#include "judge/diagnosis.h"
#include "stated/source.h"
#include "text/scan.h"

namespace arborist::judge {

// All passages as one context, with a blank line between them, and the way back from offsets of the
// context to offsets of a passage.
class Joined {
 public:
  explicit Joined(const std::vector<evidence::SourceChunk>& passages) {
    std::size_t code_points = 0;
    for (const evidence::SourceChunk& passage : passages) {
      if (!begins_.empty()) {
        text_ += kBetween;
        code_points += kBetween.size();
      }
      begins_.push_back(code_points);
      text_ += passage.span;
      code_points += text::CountCodePoints(passage.span);
    }
  }

  const std::string& text() const { return text_; }

  // Where each passage begins, in bytes of text(), as lexical-v3 takes it.
  std::vector<stated::PassageStart> Starts(
      const std::vector<evidence::SourceChunk>& passages) const {
    std::vector<stated::PassageStart> starts;
    std::size_t begin = 0;
    for (const evidence::SourceChunk& passage : passages) {
      starts.push_back({begin, passage.title.value_or("")});
      begin += passage.span.size() + kBetween.size();
    }
    return starts;
  }

  PassagePlace PlaceOf(NearestPassage nearest) const {
    const auto after = std::ranges::upper_bound(begins_, nearest.begin);
    const auto passage = static_cast<std::size_t>(after - begins_.begin()) - 1;
    return {.passage = passage,
            .begin = nearest.begin - begins_[passage],
            .end = nearest.end - begins_[passage],
            .shared_words = nearest.shared_words,
            .text = std::move(nearest.excerpt)};
  }

 private:
  static constexpr std::string_view kBetween = "\n\n";  // divides passages
  std::string text_;
  std::vector<std::size_t> begins_;
};

}  // namespace arborist::judge
