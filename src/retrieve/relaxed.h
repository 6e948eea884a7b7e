// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "retrieve/query.h"
#include "retrieve/ranker.h"

namespace arborist::retrieve {

// The terms of the relaxed search, rarest first, two at least if there are two. Words: none above
// the cap, and up to a budget of rows that grows with the corpus, for in a large one many chunks
// hold a question's rarest words and its other words tell which of them answers it. Prefixes: only
// while all rows are few, as in a small corpus, where a passage may have every word in another
// form. Their lists are long and dear to merge, and the ranking counts these forms in any case.
std::vector<std::size_t> RelaxedTerms(const Query& query, const index::TermStatistics& statistics,
                                      std::int64_t chunks, const RankConstants& constants);

}  // namespace arborist::retrieve
