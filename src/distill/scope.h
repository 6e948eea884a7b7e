// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "base/parallel_for.h"
#include "core/keywords.h"
#include "store/corpus.h"
#include "store/layout.h"

namespace arborist::distill {

// What was read of a document when its words were counted.
struct CountedSource {
  std::string_view base;
  std::vector<Hash256> leaves;
  std::vector<core::TermCount> counts;  // by the numbers of the scope's terms
};

struct CountedScope {
  core::Scope scope;
  // By place in the surfaces, so that they need not be read again; none where there was no room.
  std::vector<std::unique_ptr<CountedSource>> sources;
};

// The statistics of all current surfaces, given in order: those whose root is the scope root.
// kConflict when the text of one was evicted, for then nobody can tell. keep_bytes: how much of
// what was read may be kept. The documents are read by the threads of `pool`.
Result<CountedScope> CountScope(const store::HomePaths& home,
                                const std::vector<DocumentRoot>& surfaces, WorkerPool* pool,
                                std::size_t keep_bytes);

}  // namespace arborist::distill
