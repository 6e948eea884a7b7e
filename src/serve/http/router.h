// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serve/http/exchange.h"
#include "serve/http/request.h"

namespace arborist::serve::http {

struct RouteOptions {
  Scope scope = Scope::kRead;
  Lane lane = Lane::kRead;
  std::size_t max_body_bytes = 1 << 20;
  // Media types that a body may have; none: any. A form cannot send application/json, so a foreign
  // page cannot post to such a route without a preflight.
  std::vector<std::string> accepts = {"application/json"};
  ErrorShape error_shape = ContractError;  // of what is refused before the handler is reached
};

using Handler = std::function<void(const ExchangePtr& exchange)>;
using Answerer = std::function<Result<json::Value>(const Request& request)>;

struct Route {
  Method method = Method::kGet;
  std::string pattern;  // as it was added; the label in metrics
  RouteOptions options;
  Handler handler;
};

// Which handler a request belongs to. Filled before the server starts and then only read. A group
// of routes is one function that adds them:
//   namespace arborist::serve::ui { void AddRoutes(http::Router* router, ...); }
class Router {
 public:
  // Patterns are segments, "{name}" for any one of them, "{name...}" at the end for all the rest,
  // none included. A literal segment beats a name. A GET also answers HEAD.
  void Add(Method method, std::string_view pattern, RouteOptions options, Handler handler);
  // For handlers that answer with one JSON value.
  void AddJson(Method method, std::string_view pattern, RouteOptions options, Answerer answerer);

  struct Match {
    const Route* route = nullptr;  // none: see below
    std::map<std::string, std::string, std::less<>> params;
    std::vector<Method> allowed;  // of the path, when only the method does not fit
  };
  Match Find(Method method, std::string_view path) const;
  std::vector<const Route*> routes() const;

 private:
  struct Node {
    std::map<std::string, Node, std::less<>> literal;
    std::unique_ptr<Node> named;
    std::map<Method, Route> here;
    std::map<Method, Route> rest;  // "{name...}"
    std::string name;              // of `named`
    std::string rest_name;
  };
  const Node* Walk(const Node& node, std::span<const std::string> segments, Match* match,
                   bool* rest) const;
  Node root_;
};

}  // namespace arborist::serve::http
