// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "app/service.h"
#include "json/value.h"

// What a server says of itself and its home, as docs/api/openapi.yaml has it.
namespace arborist::app {

json::Object ToJson(const StoreStatistics& statistics);

}  // namespace arborist::app
