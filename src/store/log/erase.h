// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "sqlite/database.h"

namespace arborist::store {

// What deleting leaves behind in a file goes too: free pages, slack inside pages, the write-ahead
// log. Outside a transaction. kEnvironment, with the name of the file that still holds it, while a
// reader looks at an older moment.
Status EraseRemains(sqlite::Database* database, std::string_view file);

// Writes the file anew without free pages and half-empty ones, and folds the write-ahead log back.
// Outside a transaction. kEnvironment when another program keeps the file from shrinking.
Status Rewrite(sqlite::Database* database, std::string_view file);

}  // namespace arborist::store
