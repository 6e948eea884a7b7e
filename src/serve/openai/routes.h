// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <functional>
#include <string_view>

#include "app/service.h"
#include "base/clock.h"
#include "serve/http/router.h"

namespace arborist::serve::openai {

// /v1/models, /v1/chat/completions and /v1/responses, as OpenAI's clients speak:
// docs/api/openai.md. All must outlive the router. The random numbers become ids.
// seen: told of every answer.
void AddRoutes(http::Router* router, app::Service* service, const Clock* clock, Random* random,
               app::AnswerSeen seen);

}  // namespace arborist::serve::openai
