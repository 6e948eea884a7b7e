// SPDX-License-Identifier: AGPL-3.0-only
// A tree of path segments. At each node a literal segment goes before a named one and that before
// {name...}, with a step back where a branch leads nowhere; the walk also collects the methods for
// 405.
#include "serve/http/router.h"

#include <utility>

#include "base/check.h"

namespace arborist::serve::http {

namespace {

std::vector<std::string> Segments(std::string_view path) {
  CHECK(path.starts_with('/'));
  std::vector<std::string> segments;
  path.remove_prefix(1);
  while (true) {
    const std::size_t slash = path.find('/');
    segments.emplace_back(path.substr(0, slash));
    if (slash == std::string_view::npos) return segments;
    path.remove_prefix(slash + 1);
  }
}

}  // namespace

void Router::Add(Method method, std::string_view pattern, RouteOptions options, Handler handler) {
  Node* node = &root_;
  std::map<Method, Route>* place = nullptr;
  for (const std::string& segment : Segments(pattern)) {
    CHECK(place == nullptr);  // nothing follows {name...}
    if (segment.starts_with('{') && segment.ends_with("...}")) {
      node->rest_name = segment.substr(1, segment.size() - 5);
      place = &node->rest;
    } else if (segment.starts_with('{') && segment.ends_with('}')) {
      const std::string name = segment.substr(1, segment.size() - 2);
      CHECK(node->name.empty() || node->name == name);
      node->name = name;
      if (node->named == nullptr) node->named = std::make_unique<Node>();
      node = node->named.get();
    } else {
      node = &node->literal[segment];
    }
  }
  if (place == nullptr) place = &node->here;
  CHECK(place
            ->emplace(method,
                      Route{method, std::string(pattern), std::move(options), std::move(handler)})
            .second);
}

void Router::AddJson(Method method, std::string_view pattern, RouteOptions options,
                     Answerer answerer) {
  Add(method, pattern, std::move(options),
      [answerer = std::move(answerer)](const ExchangePtr& exchange) {
        exchange->Respond(answerer(exchange->request()));
      });
}

// The node a path leads to: literal segments first, then named ones, then the nearest rest.
const Router::Node* Router::Walk(const Node& node, std::span<const std::string> segments,
                                 Match* match, bool* rest) const {
  if (segments.empty() && !node.here.empty()) {
    *rest = false;
    return &node;
  }
  if (!segments.empty()) {
    if (const auto literal = node.literal.find(segments[0]); literal != node.literal.end()) {
      if (const Node* found = Walk(literal->second, segments.subspan(1), match, rest)) return found;
    }
    if (node.named != nullptr && !segments[0].empty()) {
      if (const Node* found = Walk(*node.named, segments.subspan(1), match, rest)) {
        match->params.insert_or_assign(node.name, segments[0]);
        return found;
      }
    }
  }
  if (node.rest.empty()) return nullptr;
  std::string all;
  for (const std::string& segment : segments) all += (all.empty() ? "" : "/") + segment;
  match->params.insert_or_assign(node.rest_name, std::move(all));
  *rest = true;
  return &node;
}

Router::Match Router::Find(Method method, std::string_view path) const {
  Match match;
  bool rest = false;
  const Node* const node = Walk(root_, Segments(path), &match, &rest);
  if (node == nullptr) return match;
  const std::map<Method, Route>& routes = rest ? node->rest : node->here;
  auto found = routes.find(method);
  if (found == routes.end() && method == Method::kHead) found = routes.find(Method::kGet);
  if (found != routes.end()) {
    match.route = &found->second;
    return match;
  }
  for (const auto& [allowed, route] : routes) match.allowed.push_back(allowed);
  return match;
}

std::vector<const Route*> Router::routes() const {
  std::vector<const Route*> all;
  std::vector<const Node*> left = {&root_};
  while (!left.empty()) {
    const Node* const node = left.back();
    left.pop_back();
    for (const auto& [method, route] : node->here) all.push_back(&route);
    for (const auto& [method, route] : node->rest) all.push_back(&route);
    for (const auto& [segment, child] : node->literal) left.push_back(&child);
    if (node->named != nullptr) left.push_back(node->named.get());
  }
  return all;
}

}  // namespace arborist::serve::http
