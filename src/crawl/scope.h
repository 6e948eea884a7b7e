// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "net/url.h"

namespace arborist::crawl {

// The hosts that a crawl stays within: those of its seeds, and those that the user names.
class Scope {
 public:
  // `allowed`: "example.org" is that host, ".example.org" that one and all below it.
  Scope(std::span<const net::Url> seeds, std::span<const std::string> allowed);

  bool Holds(const net::Url& url) const;
  // Adds the host of a URL to which a seed was redirected, if it is the seed's own with or without
  // "www.".
  void FollowSeed(const net::Url& seed, const net::Url& target);

 private:
  std::set<std::string> hosts_;
  std::vector<std::string> suffixes_;  // ".example.org"
};

// A seed as people type it: "example.org/docs" is https. Errors: those of CanonicalUrl.
Result<net::Url> ReadSeed(const std::string& text);

}  // namespace arborist::crawl
