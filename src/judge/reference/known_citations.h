// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evidence/evidence_map.h"

namespace arborist::judge {

// FROZEN, part of lexical-v3. Replaces each "(Source: TITLE)" whose title or URI is that of a
// passage by blanks, for such a citation claims nothing. Other text in parentheses stays and is
// checked. Offsets do not change.
std::string BlankKnownCitations(std::string_view answer,
                                const std::vector<evidence::SourceChunk>& passages);

}  // namespace arborist::judge
