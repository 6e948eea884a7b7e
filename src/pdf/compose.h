// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pdf/heads.h"
#include "reading/reading.h"

namespace arborist::pdf {

// Writes text and anchors of the pages: a line feed between lines, an empty line between paragraphs
// and pages, a space where a page ends amid a sentence, broken words joined, running heads left
// out, the notes of a page behind it. `labels` is empty or has one for each page of the file.
// False: the text would be longer than the limit; what was written so far is whole.
bool Compose(const std::vector<PageLines>& pages, const std::vector<std::string>& labels,
             std::uint64_t max_text_bytes, reading::Reading* out);

}  // namespace arborist::pdf
