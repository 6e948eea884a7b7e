// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/scope.h"

#include <algorithm>

#include "base/ascii.h"
#include "crawl/canonical_url.h"

namespace arborist::crawl {

Scope::Scope(std::span<const net::Url> seeds, std::span<const std::string> allowed) {
  for (const net::Url& seed : seeds) hosts_.insert(HostOf(seed));
  for (const std::string& host : allowed) {
    const std::string name = LowerAscii(host);
    if (name.starts_with('.')) {
      suffixes_.push_back(name);
      hosts_.insert(name.substr(1));
    } else {
      hosts_.insert(name);
    }
  }
}

bool Scope::Holds(const net::Url& url) const {
  const std::string host = HostOf(url);
  return hosts_.contains(host) || std::ranges::any_of(suffixes_, [&](const std::string& suffix) {
           return host.ends_with(suffix);
         });
}

void Scope::FollowSeed(const net::Url& seed, const net::Url& target) {
  const std::string from = HostOf(seed);
  const std::string to = HostOf(target);
  if (to == "www." + from || from == "www." + to) hosts_.insert(to);
}

Result<net::Url> ReadSeed(const std::string& text) {
  auto url = CanonicalUrl(text.contains("://") ? text : "https://" + text);
  if (!url) return std::unexpected(std::move(url).error().In(text));
  return url;
}

}  // namespace arborist::crawl
