// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "retrieve/search.h"

namespace arborist::app {

// The snippet with every hit between two marks; `show` makes a piece of text fit to print.
template <typename Show>
std::string Marked(const retrieve::Snippet& snippet, std::string_view open, std::string_view close,
                   Show show) {
  const std::string_view text = snippet.text;
  std::string marked;
  std::size_t at = 0;
  for (const auto& hit : snippet.hits) {
    marked += show(text.substr(at, hit.begin - at));
    marked += open;
    marked += show(text.substr(hit.begin, hit.end - hit.begin));
    marked += close;
    at = hit.end;
  }
  return marked + show(text.substr(at));
}

}  // namespace arborist::app
