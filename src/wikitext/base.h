// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arborist::wikitext {

// FROZEN wikitext-base-v1: docs/format/wikitext.md; a change is wikitext-base-v2.
inline constexpr std::string_view kWikitextBaseVersion = "wikitext-base-v1";

// The cost of a call, in bytes looked at. Beyond a limit that is linear in the length of the text,
// no further construct is tried and the rest is read as plain text (cut_short).
struct Work {
  std::uint64_t steps = 0;
  bool cut_short = false;
};

// The prose of a piece of wikitext: without templates, comments, references, files and categories;
// of links the label; white space collapsed. Takes any bytes as WTF-8 and never fails. Pure.
std::string ToBase(std::string_view wikitext, Work* work = nullptr);

}  // namespace arborist::wikitext
