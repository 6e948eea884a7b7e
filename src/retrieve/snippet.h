// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "markup/base.h"
#include "retrieve/ranker.h"

namespace arborist::retrieve {

// A piece of a chunk to show, and where in it the query's words stand.
struct Snippet {
  struct Range {
    std::size_t begin = 0;  // bytes of text
    std::size_t end = 0;
    bool operator==(const Range&) const = default;
  };
  std::string text;         // one line: whitespace collapsed, an ellipsis where it was cut
  std::vector<Range> hits;  // in order, apart
  std::size_t offset = 0;   // bytes: where in the text it was made of its first hit stands, or it
};

inline constexpr std::size_t kSnippetCharacters = 200;

// The window with the most informative words of the query, cut between words (in scripts without
// spaces: not inside a character with its marks). Without a hit, the beginning of the text.
Snippet MakeSnippet(std::string_view text, const Ranker& ranker,
                    std::size_t characters = kSnippetCharacters);

// Of what people are shown of a chunk. Where the words stand in the markup alone, such as the
// target of a link, of the stored text. The offset is one of the stored text in both cases.
Snippet SnippetOf(markup::Base base, std::string_view text, const Ranker& ranker);

}  // namespace arborist::retrieve
