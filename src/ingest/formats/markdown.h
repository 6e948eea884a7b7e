// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ingest/limits.h"

namespace arborist::ingest {

struct MarkdownFacts {
  // The title of YAML or TOML front matter, else the first heading of level 1, else the first
  // heading. One line, without markup.
  std::string title;
  // Inline, reference and automatic links, absolute, without fragment, sorted, once.
  std::vector<std::string> links;
};

// What a Markdown file says about itself. Its text is stored as decoded: this reads title and
// links only, by CommonMark with the extensions GitHub has. `text` is valid UTF-8. Never fails: any
// text is Markdown. A text whose targets add up to many times its size is read up to there.
MarkdownFacts ReadMarkdown(std::string_view text, std::string_view base_uri, const Limits& limits);

}  // namespace arborist::ingest
