// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>

namespace arborist::ingest {

// One document that a reader left out while the rest went on.
struct Skipped {
  std::string what;    // "page Foo", "line 12"
  std::string reason;  // lower case, no full stop
};
constexpr std::size_t kMaxNamedSkips = 10000;  // further ones are only counted

}  // namespace arborist::ingest
