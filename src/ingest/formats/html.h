// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ingest/limits.h"

namespace arborist::ingest {

struct HtmlDocument {
  std::string title;               // <title>, else the first h1, else og:title; one line
  std::string text;                // html-text-v1, docs/format/html-text.md
  std::vector<std::string> links;  // of every a and area: absolute, no fragment, sorted, once
  std::string charset;             // what the bytes were read as
  std::string canonical;           // what <link rel=canonical> leads to: absolute, or empty
  std::vector<std::string> feeds;  // what <link rel=alternate> of a feed's type leads to
  std::string robots;              // <meta name=robots>; of several, joined by commas
  std::size_t scripts = 0;         // elements
};

// Reads one page. `declared_charset` comes from HTTP or is empty; `base_uri` is where the page was
// found, and relative links are left out when it is empty. Hostile pages cost bounded time, memory
// and stack: beyond that they are refused with kLimitExceeded. Bytes that are not valid in the
// charset the page declares are kInvalidData with their offset.
Result<HtmlDocument> ExtractHtml(std::string_view bytes, std::string_view declared_charset,
                                 std::string_view base_uri, const Limits& limits);

}  // namespace arborist::ingest
