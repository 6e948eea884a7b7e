// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <string_view>

namespace arborist::serve::http {

// Whether a URI that stands in a document or in its metadata may be given out as a link. It may be
// anything, javascript: and file: included; only addresses of the web become links.
inline bool IsWebUri(std::string_view uri) {
  return (uri.starts_with("https://") || uri.starts_with("http://")) &&
         std::ranges::none_of(uri, [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return byte <= 0x20 || byte == 0x7f;
         });
}

}  // namespace arborist::serve::http
