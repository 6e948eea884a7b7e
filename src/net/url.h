// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace arborist::net {

// An http or https URL, parsed by the library that will fetch it, so that what is checked and what
// is connected to cannot differ.
struct Url {
  std::string text;    // without a fragment
  std::string origin;  // scheme, host in lower case, and port, which is always present
  std::string path;    // at least "/"
  std::string query;   // without the "?"
  bool secure = false;
};

// Errors: another scheme, a user name or password, white space, control characters, too long.
Result<Url> ParseUrl(std::string_view text);

// The URL to which a Location header leads from `from`.
Result<Url> ResolveRedirect(const Url& from, std::string_view location);

}  // namespace arborist::net
