// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "ingest/ingest.h"
#include "json/value.h"

namespace arborist::app {

// What an ingest did, as docs/contract.md has it.
json::Object ToJson(const ingest::IngestReport& report);

}  // namespace arborist::app
