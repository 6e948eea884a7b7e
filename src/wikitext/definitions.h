// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

// FROZEN wikitext-base-v1: the word lists and the alphabet of the markup.
namespace arborist::wikitext {

// The characters at which a run of plain text ends. The end of the input counts as one of them and
// is read as 0.
inline constexpr std::string_view kMarkers = "{}[]<>|=&'\"#*;:/-!\n";

inline constexpr std::array<bool, 256> kIsMarker = [] {
  std::array<bool, 256> table{};
  table[0] = true;
  for (const char c : kMarkers) table[static_cast<unsigned char>(c)] = true;
  return table;
}();
inline bool IsMarker(char c) { return kIsMarker[static_cast<unsigned char>(c)]; }

// Tag names, in any case.
bool IsOpaqueTag(std::string_view name);      // the content is not wikitext
bool IsHiddenTag(std::string_view name);      // shows nothing: a gallery, a formula, a reference
bool IsSingleTag(std::string_view name);      // may lack its end tag
bool IsSingleOnlyTag(std::string_view name);  // never has an end tag

// Whether two tag names are the same, whitespace at the end and case apart.
bool SameTagName(std::string_view left, std::string_view right);

// Whether a link may start with this scheme, in any case: "scheme://" or, for some, "scheme:".
bool IsUriScheme(std::string_view scheme, bool with_slashes);
inline constexpr std::size_t kLongestUriScheme = 9;

// File:, Image: or Category: at the start of a link's title, in any case.
bool StartsWithHiddenNamespace(std::string_view title);

// The character reference at the start of the text, which begins with '&'. Length 0 when there is
// none.
struct Entity {
  std::size_t length = 0;
  char32_t code_point = 0;
};
Entity ReadEntity(std::string_view text);

}  // namespace arborist::wikitext
