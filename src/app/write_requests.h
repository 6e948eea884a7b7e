// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "distill/distill.h"
#include "json/value.h"
#include "room/evict.h"
#include "room/rehydrate.h"

// What requests that change the store say, by docs/api/openapi.yaml. Errors name the field; one
// that is not known is refused.
namespace arborist::app {

Result<distill::DistillOptions> ReadDistillRequest(const json::Value& body);
Result<room::EvictOptions> ReadEvictRequest(const json::Value& body);
Result<room::RehydrateOptions> ReadRehydrateRequest(const json::Value& body);

}  // namespace arborist::app
