// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "ingest/ingest.h"
#include "json/value.h"

namespace arborist::app {

// The contract's object for what an ingest did.
json::Object ToJson(const ingest::IngestReport& report);

}  // namespace arborist::app
