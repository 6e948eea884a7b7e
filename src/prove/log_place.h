// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>

#include "bundle/log_place.h"
#include "sqlite/database.h"

namespace arborist::prove {

// An event of a store's log with its path to the root of the log as it is.
Result<bundle::LogPlace> PlaceInLog(sqlite::Database* database, std::uint64_t seq);

}  // namespace arborist::prove
