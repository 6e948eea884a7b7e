// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "curate/record_statistics.h"
#include "json/value.h"

// Records of answers, and what is done with them, as docs/contract.md and docs/api/openapi.yaml
// have them.
namespace arborist::app {

json::Object ToJson(const curate::RecordStatistics& counts);

}  // namespace arborist::app
