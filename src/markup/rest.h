// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "markup/blocks.h"
#include "markup/writer.h"

namespace arborist::markup {

// The text that a slice of reStructuredText shows: without marks, targets, comments and options of
// directives. A slice may begin and end anywhere. Total and linear. FROZEN rest-base-v1:
// docs/format/markup.md; a change is rest-base-v2.
std::string RestToBase(std::string_view slice, Work* work = nullptr);

// The same text and its blocks.
std::string RestBlocksOf(std::string_view slice, Start start, std::vector<Block>* blocks);

// The text of one block, without its marks.
std::string RestInline(std::string_view text, Work* work);

}  // namespace arborist::markup
