// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "base/clock.h"
#include "base/hash256.h"
#include "base/result.h"
#include "sqlite/database.h"
#include "store/log/audit_log.h"

namespace arborist::store {

// The home store's event about all relations (concepts.h) as they are after it.
inline constexpr std::string_view kConceptsChanged = "concepts_changed";
// What that event binds: every column of every relation but its number, salted, for the words are
// those of titles. Only the newest such event keeps its salt.
Result<Hash256> HashConcepts(sqlite::Database* home, std::string_view salt);
// Appends it, inside the caller's transaction; nothing where there never was a relation.
Status BindConcepts(sqlite::Database* home, AuditLog* log, Random* random);

}  // namespace arborist::store
