// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace arborist::core {

// FROZEN first-sentence v1: docs/format/core.md; a changed rule would be v2.
inline constexpr std::string_view kFirstSentence = "first-sentence";

// The first whole sentence of each chunk, in norm-v1, with blank lines between. At the start of
// every chunk but the first, what may be the rest of a sentence is skipped; at the end of every
// chunk but the last, what may be the beginning of one. Empty if there is no sentence.
std::string FirstSentences(std::span<const std::string> spans);

}  // namespace arborist::core
