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

// Kept of a document whose words were counted, so that it need not be read again.
struct CountedSource {
  std::string_view base;
  std::vector<Hash256> leaves;
  std::vector<core::TermCount> counts;  // by the term numbers of the scope
};

struct CountedScope {
  core::Scope scope;
  // By place in the surfaces; null where there was no room to keep it.
  std::vector<std::unique_ptr<CountedSource>> sources;
};

// The statistics of all current surfaces, given in order: those whose root is the scope root.
// kConflict when the text of one was evicted, for then nobody can tell. keep_bytes: how much of
// what was read may be kept. The documents are read by the threads of `pool`.
Result<CountedScope> CountScope(const store::HomePaths& home,
                                const std::vector<DocumentRoot>& surfaces, WorkerPool* pool,
                                std::size_t keep_bytes);

}  // namespace arborist::distill
