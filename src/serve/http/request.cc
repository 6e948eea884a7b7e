// SPDX-License-Identifier: AGPL-3.0-only
// Reads parameters of a request within their limits, and its body as JSON within a depth and an
// amount of memory.
#include "serve/http/request.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/check.h"
#include "json/memory_limit.h"
#include "text/escape.h"
#include "text/utf8.h"

namespace arborist::serve::http {

namespace {

constexpr std::array<std::string_view, 6> kMethods = {"GET", "HEAD",   "POST",
                                                      "PUT", "DELETE", "OPTIONS"};
constexpr std::array<std::string_view, 4> kScopes = {"none", "read", "ask", "write"};
constexpr std::size_t kMaxJsonDepth = 64;
constexpr std::size_t kMaxJsonMemory = std::size_t{64} << 20;

template <typename Pairs>
const std::string* FindPair(const Pairs& pairs, std::string_view name) {
  for (const auto& [key, value] : pairs) {
    if (key == name) return &value;
  }
  return nullptr;
}

}  // namespace

std::string_view Name(Method method) { return kMethods[static_cast<std::size_t>(method)]; }

std::optional<Method> MethodFromName(std::string_view name) {
  const auto found = std::ranges::find(kMethods, name);
  if (found == kMethods.end()) return std::nullopt;
  return static_cast<Method>(found - kMethods.begin());
}

std::string_view Name(Scope scope) { return kScopes[static_cast<std::size_t>(scope)]; }

std::optional<Scope> ScopeFromName(std::string_view name) {
  const auto found = std::ranges::find(kScopes, name);
  if (found == kScopes.end()) return std::nullopt;
  return static_cast<Scope>(found - kScopes.begin());
}

std::vector<std::string_view> Scopes::names() const {
  std::vector<std::string_view> names;
  for (const Scope scope : {Scope::kRead, Scope::kAsk, Scope::kWrite}) {
    if (Has(scope)) names.push_back(Name(scope));
  }
  return names;
}

const std::string* Request::Header(std::string_view name) const { return FindPair(headers, name); }
const std::string* Request::Query(std::string_view name) const { return FindPair(query, name); }

const std::string& Request::Param(std::string_view name) const {
  const auto found = params.find(name);
  CHECK(found != params.end());
  return found->second;
}

Result<std::int64_t> Request::QueryInt(std::string_view name, std::int64_t fallback,
                                       std::int64_t least, std::int64_t most) const {
  const std::string* const text = Query(name);
  if (text == nullptr) return fallback;
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || stop != text->data() + text->size() || value < least ||
      value > most) {
    return Fail(ErrorCode::kInvalidArgument, "parameter " + std::string(name) +
                                                 " must be a number from " + std::to_string(least) +
                                                 " to " + std::to_string(most));
  }
  return value;
}

Result<bool> Request::QueryBool(std::string_view name, bool fallback) const {
  const std::string* const text = Query(name);
  if (text == nullptr) return fallback;
  if (*text == "true" || *text == "1") return true;
  if (*text == "false" || *text == "0") return false;
  return Fail(ErrorCode::kInvalidArgument,
              "parameter " + std::string(name) + " must be true or false");
}

Status Request::OnlyQuery(std::initializer_list<std::string_view> known) const {
  for (const auto& [name, value] : query) {
    if (std::ranges::find(known, name) != known.end()) continue;
    return Fail(ErrorCode::kInvalidArgument,
                "there is no parameter " + text::EscapeForTerminal(name, false) + " here");
  }
  return {};
}

Result<json::Value> Request::JsonBody() const {
  if (const std::size_t bad = text::FindInvalidUtf8(body); bad != std::string_view::npos) {
    return Fail(ErrorCode::kInvalidData, "the body is not UTF-8 at byte " + std::to_string(bad));
  }
  auto value = json::ParseWithin(kMaxJsonMemory, body, {.max_depth = kMaxJsonDepth});
  if (!value) return std::unexpected(std::move(value).error().In("the body is not JSON"));
  if (!value->is_object()) {
    return Fail(ErrorCode::kInvalidArgument, "the body must be a JSON object");
  }
  return value;
}

bool Request::Accepts(std::string_view media_type) const {
  const std::string* const accept = Header("accept");
  return accept != nullptr && accept->contains(media_type);
}

}  // namespace arborist::serve::http
