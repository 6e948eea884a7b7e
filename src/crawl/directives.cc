// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/directives.h"

#include <algorithm>

#include "base/ascii.h"

namespace arborist::crawl {
namespace {

std::string_view TakePart(std::string_view* rest) {
  const std::string_view part = rest->substr(0, rest->find(','));
  rest->remove_prefix(std::min(part.size() + 1, rest->size()));
  return TrimAscii(part);
}

Directives ReadDirective(std::string_view word) {
  const bool none = EqualsIgnoringCase(word, "none");
  return {.no_index = none || EqualsIgnoringCase(word, "noindex"),
          .no_follow = none || EqualsIgnoringCase(word, "nofollow")};
}

}  // namespace

Directives ReadDirectives(std::string_view content) {
  Directives all;
  while (!content.empty()) all.Add(ReadDirective(TakePart(&content)));
  return all;
}

Directives ReadRobotsTag(std::string_view value, std::string_view agent) {
  Directives all;
  bool ours = true;  // words without an agent before them are for everybody
  while (!value.empty()) {
    std::string_view part = TakePart(&value);
    const std::size_t colon = part.find(':');
    // "unavailable_after: 25 Jun 2027" and the like have a value and no agent.
    const bool has_value =
        StartsWithIgnoringCase(part, "unavailable_after") || StartsWithIgnoringCase(part, "max-");
    if (colon != std::string_view::npos && !has_value) {
      ours = EqualsIgnoringCase(TrimAscii(part.substr(0, colon)), agent);
      part = TrimAscii(part.substr(colon + 1));
    }
    if (ours) all.Add(ReadDirective(part));
  }
  return all;
}

}  // namespace arborist::crawl
