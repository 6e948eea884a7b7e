// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "app/service.h"
#include "serve/http/metrics.h"
#include "serve/http/router.h"
#include "serve/http/server.h"

namespace arborist::serve::api {

// /health, /metrics and /api/v1 as docs/api/openapi.yaml describes them. metrics: those of the
// server, once it is open. The service must outlive the router.
struct Context {
  app::Service* service = nullptr;
  http::Metrics* metrics = nullptr;
};
void AddRoutes(http::Router* router, Context* context);

// query and ask (ask_routes.cc); AddRoutes adds them.
void AddAskRoutes(http::Router* router, Context* context);

// Snapshots, checkpoints, cores and room (store_routes.cc); AddRoutes adds them.
void AddStoreRoutes(http::Router* router, Context* context);

// Counts an answer: where it came from, its label, its stages.
void CountAnswer(http::Metrics* metrics, const app::SeenAnswer& seen);

// What the service knows of a token as the server wants it.
http::TokenCheck TokenCheckOf(app::Service* service);

inline app::View ViewOf(const http::Request& request) { return {request.caller.shards}; }

// A query parameter, empty when it is not there; and the one that says how many.
std::string TextOf(const http::Request& request, std::string_view name);
Result<std::size_t> LimitOf(const http::Request& request, std::int64_t fallback);

// A whole answer, with errors as others may see them.
void Respond(const http::ExchangePtr& exchange, const app::Service& service,
             const Result<json::Value>& result);

}  // namespace arborist::serve::api
