// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::crawl {

// A file that lists pages and is none itself.
struct LinkList {
  enum class Kind : std::uint8_t {
    kSitemap,
    kSitemapIndex,  // its entries are sitemaps
    kFeed,          // RSS, RDF or Atom
  };
  Kind kind = Kind::kSitemap;
  std::vector<std::string> urls;  // as they stand, entities resolved; at most kMaxEntries
};

inline constexpr std::size_t kMaxEntries = 50000;

// Nothing: it is none of these. Files of sites are often not well-formed, so tags and text are read
// as they come: no declaration or entity of the file itself is followed, and what is cut off ends
// the list without an error. Linear.
std::optional<LinkList> ReadLinkList(std::string_view xml);

}  // namespace arborist::crawl
