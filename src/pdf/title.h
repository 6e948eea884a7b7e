// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pdf/heads.h"

namespace arborist::pdf {

// The title on one line: the one that the file states, unless a program filled it in ("untitled",
// "Microsoft Word - a.doc"); else the lines of the first page that are set much larger than its
// text; else empty.
std::string TitleOf(std::string_view stated, const std::vector<PageLines>& pages);

}  // namespace arborist::pdf
