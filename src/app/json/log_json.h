// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "app/log_service.h"
#include "json/value.h"

// Logs as docs/contract.md and docs/api/openapi.yaml have them.
namespace arborist::app {

json::Object ToJson(const EventPage& page);       // {store, size, items, next}
json::Object ToJson(const LogHealth& health);     // {ok, logs}
json::Object ToJson(const CheckpointList& list);  // {items, origin, key, log_size}
json::Object ToJson(const SignedCheckpoint& made);

}  // namespace arborist::app
