// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arborist::evidence {

// FROZEN reference-v9.8: docs/format/evidence.md. The words that say what a text is about: in lower
// case, each once, longest first. Four code points or more, or a short acronym (CPU, EU), without
// common words.
std::vector<std::string> ContentTokens(std::string_view text);

}  // namespace arborist::evidence
