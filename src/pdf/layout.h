// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <vector>

#include "pdf/page.h"

namespace arborist::pdf {

// The lines of a page in reading order: that of the file, which is nearly always the author's, but
// for columns that were drawn as one (welded.h). A line says whether a paragraph starts with it.
std::vector<Line> LinesOf(const Page& page);

// Whether a text stops amid a sentence that the next one goes on with: no final mark, and the next
// starts with a small letter.
bool GoesOn(std::string_view text, std::string_view next);

}  // namespace arborist::pdf
