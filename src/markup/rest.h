// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "markup/writer.h"

namespace arborist::markup {

// FROZEN rest-base-v1: docs/format/markup.md; a change is rest-base-v2. What a slice of
// reStructuredText shows: no marks, targets, comments or options of directives. A slice may begin
// and end anywhere. Total and linear.
std::string RestToBase(std::string_view slice, Work* work = nullptr);

// The text of one block, without its marks.
std::string RestInline(std::string_view text, Work* work);

}  // namespace arborist::markup
