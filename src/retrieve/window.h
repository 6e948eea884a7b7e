// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string_view>

#include "retrieve/ranker.h"

namespace arborist::retrieve {

// A part of a text, in bytes.
struct Window {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The part of a text that says most of the query, in at most so many code points: whole sentences,
// around those in which the query's words weigh most. A text that fits stays whole. Without a word
// of the query it is the beginning. A sentence that does not fit is cut as CutAtSentence cuts.
Window CutAroundHits(std::string_view text, const Ranker& ranker, std::size_t max_code_points);

}  // namespace arborist::retrieve
