// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string_view>

namespace arborist::serve::ui {

// A file of the web page (web/), as it stands in this program.
struct Asset {
  std::string_view path;  // "/" is the page itself
  std::string_view content_type;
  std::string_view etag;  // quoted, over the plain bytes
  std::string_view plain;
  std::string_view gzip;
  // Its name holds a hash of its content: a browser need never ask again.
  bool immutable = false;
};

// In order of path. Empty in a program that was built without the page.
std::span<const Asset> Assets();

}  // namespace arborist::serve::ui
