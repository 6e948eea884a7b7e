// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

namespace arborist::crawl {

// What a page asks of those who read it by program.
struct Directives {
  bool no_index = false;   // do not store it
  bool no_follow = false;  // do not follow its links

  void Add(const Directives& other) {
    no_index = no_index || other.no_index;
    no_follow = no_follow || other.no_follow;
  }
};

// The content of <meta name="robots">: "noindex, nofollow", "none".
Directives ReadDirectives(std::string_view content);

// The value of an X-Robots-Tag header, part of which may be for one agent: "otherbot: noindex".
Directives ReadRobotsTag(std::string_view value, std::string_view agent);

}  // namespace arborist::crawl
