// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

namespace arborist::retrieve {

// Words that say nothing about what is asked (stopwords-en-v1, the reference's list). A query of
// nothing else keeps them.
bool IsStopword(std::string_view term);

}  // namespace arborist::retrieve
