// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "judge/reference/quotes.h"

namespace arborist::naive {

// The reference's verify_quotes written down plainly: patterns through a backtracking matcher,
// code points as char32_t, every search from the start. What the fast one must equal.
judge::QuoteVerdict JudgeQuotes(std::string_view answer, std::string_view context,
                                const judge::QuotePolicy& policy);

}  // namespace arborist::naive
