// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "reading/reading.h"

namespace arborist::rtf {

// One RTF file (rtf-text-v1, docs/format/rtf-text.md). Anchors: paragraphs that are not blank
// ("para=14") and notes. Pure; linear in the bytes, the stack of groups is on the heap.
reading::Reading ReadRtf(std::string_view bytes, const reading::ReadingLimits& limits = {});

// Whether bytes begin like RTF.
bool LooksLikeRtf(std::string_view head);

}  // namespace arborist::rtf
