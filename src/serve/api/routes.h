// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "app/service.h"
#include "serve/http/router.h"

namespace arborist::serve::api {

// /api/v1 as docs/api/openapi.yaml describes it. The service must outlive the router.
void AddRoutes(http::Router* router, app::Service* service);

}  // namespace arborist::serve::api
