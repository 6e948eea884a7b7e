// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "net/url.h"

namespace arborist::crawl {

inline constexpr std::size_t kMaxUrlBytes = 2048;

// The one spelling under which a page is known: scheme and host in lower case, no default port, no
// dot segments, escapes in upper case and none where a character needs none, no fragment, no
// parameters that only say where a visitor came from or who he is (utm_source, gclid, session ids).
// The order of the other parameters is kept. Errors: those of net::ParseUrl; kLimitExceeded beyond
// kMaxUrlBytes.
Result<net::Url> CanonicalUrl(std::string_view text);

// The same of a reference that stands in a page, or in a header of it, at `base`.
Result<net::Url> CanonicalUrl(const net::Url& base, std::string_view reference);

// By what requests to one host are held apart: its name, and its port unless that is the default.
// http and https of a host are one.
std::string HostOf(const net::Url& url);

// The path and query, as robots.txt speaks of them.
std::string TargetOf(const net::Url& url);

}  // namespace arborist::crawl
