// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "store/home/records.h"

namespace arborist::curate {

// Counts of all records.
struct RecordStatistics {
  std::int64_t records = 0;
  std::int64_t declined = 0;
  std::int64_t hits = 0;
  std::int64_t bytes = 0;  // of their bodies
  std::map<std::string, std::int64_t> states, labels, rungs, models;
};
Result<RecordStatistics> Statistics(store::Records* records);

}  // namespace arborist::curate
