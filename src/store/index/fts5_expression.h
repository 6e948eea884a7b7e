// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "index/query.h"

namespace arborist::store {

// What FTS5 is asked with MATCH.
struct Fts5Expression {
  std::string text;                 // empty: no row can match
  std::vector<std::size_t> leaves;  // the leaf of the tree for each of FTS5's phrases, in its order
};

// A tree as FTS5 reads it. Whatever a term holds, FTS5 sees it as a string and as nothing else.
Fts5Expression ToFts5(const index::Node& tree);

}  // namespace arborist::store
