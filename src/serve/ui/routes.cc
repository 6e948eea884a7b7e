// SPDX-License-Identifier: AGPL-3.0-only
// Serves files that are compiled into the program, gzipped where the client takes it. Files with a
// hash in the name are immutable, the others are revalidated by ETag.
#include "serve/ui/routes.h"

#include <algorithm>
#include <string>

namespace arborist::serve::ui {

namespace {

using http::ExchangePtr;
using http::Request;
using http::Response;

constexpr std::string_view kMissing =
    "This arborist was built without its web page, because npm was not there.\n"
    "The API works: /api/v1, described in docs/api/openapi.yaml.\n"
    "To get the page, install npm and a Node.js of 20.19 or newer, then run make build again.\n";

std::string_view Trim(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// Whether a header lists a value that is not ruled out with q=0.
bool Lists(const std::string* header, std::string_view wanted) {
  std::string_view rest = header == nullptr ? "" : std::string_view(*header);
  while (!rest.empty()) {
    const std::string_view item = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), item.size() + 1));
    std::string_view value = Trim(item.substr(0, item.find(';')));
    if (value.starts_with("W/")) value.remove_prefix(2);
    if (value != wanted) continue;
    const std::size_t quality = item.find("q=");
    return quality == std::string_view::npos ||
           Trim(item.substr(quality + 2)).find_first_not_of("0.") != std::string_view::npos;
  }
  return false;
}

Response ResponseFor(const Asset& asset, const Request& request) {
  Response response;
  response.content_type = asset.content_type;
  response.headers = {
      {"Content-Security-Policy", std::string(kContentSecurityPolicy)},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cache-Control", asset.immutable ? "public, max-age=31536000, immutable" : "no-cache"},
      {"ETag", std::string(asset.etag)},
      {"Vary", "Accept-Encoding"}};
  if (Lists(request.Header("if-none-match"), asset.etag)) {
    response.status = 304;
    return response;
  }
  if (Lists(request.Header("accept-encoding"), "gzip")) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.body = asset.gzip;
  } else {
    response.body = asset.plain;
  }
  return response;
}

}  // namespace

void AddRoutes(http::Router* router, std::span<const Asset> assets) {
  const http::RouteOptions open{.scope = http::Scope::kNone, .lane = http::Lane::kInline};
  for (const Asset& asset : assets) {
    router->Add(http::Method::kGet, asset.path, open, [&asset](const ExchangePtr& exchange) {
      exchange->Respond(ResponseFor(asset, exchange->request()));
    });
  }
  if (!assets.empty()) return;
  router->Add(http::Method::kGet, "/", open, [](const ExchangePtr& exchange) {
    Response response;
    response.status = 404;
    response.content_type = "text/plain; charset=utf-8";
    response.body = kMissing;
    exchange->Respond(std::move(response));
  });
}

}  // namespace arborist::serve::ui
