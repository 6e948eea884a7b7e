// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "core/keywords.h"
#include "store/corpus.h"
#include "store/layout.h"

namespace arborist::distill {

// The statistics of all current surfaces: those whose root is the scope root. kConflict when the
// text of one was evicted, for then nobody can tell.
Result<core::Scope> CountScope(const store::HomePaths& home,
                               const std::vector<DocumentRoot>& surfaces, unsigned jobs);

}  // namespace arborist::distill
