// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "app/service.h"
#include "base/clock.h"
#include "serve/http/router.h"

namespace arborist::serve::openai {

// /v1/models, /v1/chat/completions and /v1/responses, as OpenAI's clients speak:
// docs/api/openai.md. All must outlive the router. The random numbers become ids.
void AddRoutes(http::Router* router, app::Service* service, const Clock* clock, Random* random);

}  // namespace arborist::serve::openai
