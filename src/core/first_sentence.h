// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace arborist::core {

// FROZEN first-sentence v1: docs/format/core.md; a change is v2.
inline constexpr std::string_view kFirstSentence = "first-sentence";

// The first whole sentence of each chunk, in norm-v1, a blank line between two. Of a chunk behind
// the first, what may be the rest of a sentence is passed over, and of one before the last, what
// may be the beginning of one. Empty when there is nothing to say.
std::string FirstSentences(std::span<const std::string> spans);

}  // namespace arborist::core
