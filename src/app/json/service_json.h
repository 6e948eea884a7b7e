// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "app/service.h"
#include "json/value.h"

// What a server says of itself and its home, as docs/api/openapi.yaml has it.
namespace arborist::app {

json::Object ToJson(const StoreStatistics& statistics);
json::Object ToJson(const ServiceConfig& config);  // version, model, limits: nothing secret

// For agents: who answers, what the caller may do, and the statistics.
struct AgentRights {
  bool may_write = false;
  bool may_ingest = false;
};
json::Object StatusJson(const ServiceConfig& config, const AgentRights& rights,
                        const StoreStatistics& statistics);

}  // namespace arborist::app
