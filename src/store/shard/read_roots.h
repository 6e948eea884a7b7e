// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <vector>

#include "base/hash256.h"
#include "sqlite/database.h"

namespace arborist::store {

// The roots that a statement selects in its first column, in its order.
inline Result<std::vector<DocumentRoot>> ReadRoots(sqlite::Statement* select) {
  std::vector<DocumentRoot> roots;
  while (true) {
    TRY_ASSIGN(const bool row, select->Step());
    if (!row) return roots;
    TRY_ASSIGN(const Hash256 root, select->Hash(0));
    roots.emplace_back(root);
  }
}

}  // namespace arborist::store
