// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace arborist::retrieve {

// Shares a budget between sources by the cube of their scores: the better one has more to say.
// An eighth of it is shared out evenly, so that none goes away with nothing.
std::vector<std::size_t> ShareBudget(std::size_t total, std::span<const double> scores);

// Whether the text may end at pos, which stands behind a sentence.
bool IsSentenceEnd(std::string_view text, std::size_t pos);

// The beginning of the text that ends with a sentence and has at most this many code points. A text
// that fits stays whole. Without a sentence end it ends between words, or between characters where
// there is no space; never inside a character with its marks.
std::string_view CutAtSentence(std::string_view text, std::size_t max_code_points);

}  // namespace arborist::retrieve
