// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::crawl {

// Of a robots.txt so much is read; the rest is as if it were not there (RFC 9309, 2.5).
inline constexpr std::size_t kMaxRobotsBytes = std::size_t{500} << 10;

// What a robots.txt says to one agent: RFC 9309, read as Google's parser reads it. Immutable.
class Robots {
 public:
  // `agent` is the product token, without a version. The bytes may be anything: what is no line of
  // the format is passed over. Linear in the text but for the order of its rules.
  static Robots Parse(std::string_view text, std::string_view agent);
  // Of a host whose robots.txt cannot be had: nothing may be fetched.
  static Robots DenyAll();

  // Whether the agent may fetch a URL, given as its path and query ("/a?b"); an empty one is "/".
  // Linear in rules and target together.
  bool Allows(std::string_view target) const;

  // The pause between two requests that the site asks for; not in the RFC. Uncapped but for a day.
  std::optional<std::chrono::milliseconds> crawl_delay() const { return crawl_delay_; }
  // Of all agents, as they stand, at most a thousand.
  const std::vector<std::string>& sitemaps() const { return sitemaps_; }

  struct Rule {
    std::string pattern;  // '*' is anything, '$' at the end the end of the target
    bool allow = false;
  };

 private:
  std::vector<Rule> rules_;  // the first that matches decides
  std::optional<std::chrono::milliseconds> crawl_delay_;
  std::vector<std::string> sitemaps_;
};

}  // namespace arborist::crawl
