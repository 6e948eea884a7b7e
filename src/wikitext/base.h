// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arborist::wikitext {

// FROZEN wikitext-base-v1: docs/format/wikitext.md; a change is wikitext-base-v2.
inline constexpr std::string_view kWikitextBaseVersion = "wikitext-base-v1";

// What a call cost, in bytes looked at. Past the limit, which is linear in the length of the text,
// no further construct is tried and the rest is read as plain text.
struct Work {
  std::uint64_t steps = 0;
  bool cut_short = false;
};

// The prose of a piece of wikitext: no templates, comments, references, files or categories; links
// show their label; whitespace is collapsed. Takes WTF-8 and is total.
std::string ToBase(std::string_view wikitext, Work* work = nullptr);

}  // namespace arborist::wikitext
