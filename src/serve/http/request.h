// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace arborist::serve::http {

enum class Method : std::uint8_t { kGet, kHead, kPost, kPut, kDelete, kOptions };
std::string_view Name(Method method);  // GET, ...
std::optional<Method> MethodFromName(std::string_view name);

// What a caller may do, and what a route demands. Each is granted by itself.
enum class Scope : std::uint8_t { kNone, kRead, kAsk, kWrite };
std::string_view Name(Scope scope);  // none, read, ask, write
std::optional<Scope> ScopeFromName(std::string_view name);

class Scopes {
 public:
  void Add(Scope scope) { bits_ |= Bit(scope); }
  bool Has(Scope scope) const { return scope == Scope::kNone || (bits_ & Bit(scope)) != 0; }
  std::vector<std::string_view> names() const;  // in order

 private:
  static unsigned Bit(Scope scope) { return 1U << static_cast<unsigned>(scope); }
  unsigned bits_ = 0;
};

// Who sent a request, after its token was checked.
struct Caller {
  std::string token_id;  // empty: no token
  std::string name;      // what its owner called it
  Scopes scopes;
  std::vector<std::string> shards;  // sets that it may see; empty: all
  std::int64_t expires_at = 0;      // 0: never
  bool local = false;               // loopback, and no proxy in between
};

// A request as a handler gets it: complete, within limits, its path decoded and in normal form.
struct Request {
  Method method = Method::kGet;
  std::string path;
  std::map<std::string, std::string, std::less<>> params;    // of the route's pattern
  std::vector<std::pair<std::string, std::string>> query;    // decoded, in order
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;
  Caller caller;

  const std::string* Header(std::string_view lower_case_name) const;
  const std::string* Query(std::string_view name) const;
  const std::string& Param(std::string_view name) const;  // must be in the pattern

  // Query parameters with the kind they must have; the error names the parameter.
  Result<std::int64_t> QueryInt(std::string_view name, std::int64_t fallback, std::int64_t least,
                                std::int64_t most) const;
  Result<bool> QueryBool(std::string_view name, bool fallback) const;
  // Refuses parameters that a route does not know: a misspelt filter must not mean "everything".
  Status OnlyQuery(std::initializer_list<std::string_view> known) const;

  Result<json::Value> JsonBody() const;  // an object, in UTF-8
  bool Accepts(std::string_view media_type) const;
};

}  // namespace arborist::serve::http
