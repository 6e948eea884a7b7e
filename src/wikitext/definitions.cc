// SPDX-License-Identifier: AGPL-3.0-only
// The tables of wikitext-base-v1: tags, URI schemes, entities. Each sorted, looked up by binary
// search. Every function here is bounded by the longest name it knows, because the parser calls it
// at places that hostile text chooses.
#include "wikitext/definitions.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "text/canonical.h"
#include "text/unicode.h"

namespace arborist::wikitext {

namespace {

constexpr std::array<std::string_view, 17> kOpaqueTags = {
    "categorytree",    "ce",           "chem",    "gallery", "graph", "hiero",   "imagemap",
    "inputbox",        "math",         "nowiki",  "pre",     "score", "section", "source",
    "syntaxhighlight", "templatedata", "timeline"};
constexpr std::array<std::string_view, 11> kHiddenTags = {
    "categorytree", "gallery", "graph",   "imagemap",     "inputbox", "math",
    "ref",          "score",   "section", "templatedata", "timeline"};
constexpr std::array<std::string_view, 6> kSingleOnlyTags = {"br",   "hr",   "img",
                                                             "link", "meta", "wbr"};
constexpr std::array<std::string_view, 12> kSingleTags = {"br",   "dd",   "dt", "hr", "img", "li",
                                                          "link", "meta", "td", "th", "tr",  "wbr"};
constexpr std::array<std::string_view, 27> kUriSchemes = {
    "bitcoin", "ftp",    "ftps",   "geo", "git",  "gopher", "http",  "https",     "irc",
    "ircs",    "magnet", "mailto", "mms", "news", "nntp",   "redis", "sftp",      "sip",
    "sips",    "sms",    "ssh",    "svn", "tel",  "telnet", "urn",   "worldwind", "xmpp"};
constexpr std::array<std::string_view, 11> kUriSchemesWithoutSlashes = {
    "bitcoin", "geo", "magnet", "mailto", "news", "sip", "sips", "sms", "tel", "urn", "xmpp"};

struct NamedEntity {
  std::string_view name;
  char32_t code_point;
};
constexpr NamedEntity kEntities[] = {
#include "wikitext/entities.inc"
};
constexpr std::size_t kLongestEntity = 8;  // of a name as of digits without leading zeros

bool Lists(std::span<const std::string_view> sorted, std::string_view name) {
  // No listed name is longer; a name of a megabyte must not be copied to lower case.
  if (name.empty() || name.size() > 64) return false;
  return std::binary_search(sorted.begin(), sorted.end(), std::string_view(text::ToLower(name)));
}

std::string_view WithoutTrailingWhitespace(std::string_view name) {
  while (!name.empty()) {
    std::size_t start = name.size() - 1;
    while (start > 0 && (static_cast<std::uint8_t>(name[start]) & 0xC0) == 0x80) --start;
    if (text::WhitespaceAt(name, start) == 0) break;
    name = name.substr(0, start);
  }
  return name;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
int HexDigit(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Entity ReadNumber(std::string_view text) {
  const bool hexadecimal = text.size() > 2 && (text[2] == 'x' || text[2] == 'X');
  const std::uint32_t radix = hexadecimal ? 16 : 10;
  std::size_t pos = hexadecimal ? 3 : 2;
  while (pos < text.size() && text[pos] == '0') ++pos;
  std::uint64_t value = 0;
  std::size_t digits = 0;
  for (; pos < text.size() && text[pos] != ';'; ++pos, ++digits) {
    const int digit = HexDigit(text[pos]);
    if (digit < 0 || static_cast<std::uint32_t>(digit) >= radix || digits == kLongestEntity)
      return {};
    value = value * radix + static_cast<std::uint32_t>(digit);
  }
  if (pos == text.size() || digits == 0 || value > 0x10FFFF) return {};
  return {pos + 1, static_cast<char32_t>(value)};
}

}  // namespace

bool IsOpaqueTag(std::string_view name) { return Lists(kOpaqueTags, name); }
bool IsHiddenTag(std::string_view name) { return Lists(kHiddenTags, name); }
bool IsSingleTag(std::string_view name) { return Lists(kSingleTags, name); }
bool IsSingleOnlyTag(std::string_view name) { return Lists(kSingleOnlyTags, name); }

bool SameTagName(std::string_view left, std::string_view right) {
  left = WithoutTrailingWhitespace(left);
  right = WithoutTrailingWhitespace(right);
  // No lower case is more than three times as long as its upper case; longer names differ and are
  // not copied.
  if (left.size() > 3 * right.size() || right.size() > 3 * left.size()) return false;
  return left == right || text::ToLower(left) == text::ToLower(right);
}

bool IsUriScheme(std::string_view scheme, bool with_slashes) {
  if (scheme.size() > kLongestUriScheme) return false;
  return with_slashes ? Lists(kUriSchemes, scheme) : Lists(kUriSchemesWithoutSlashes, scheme);
}

bool StartsWithHiddenNamespace(std::string_view title) {
  for (const std::string_view name : {"file:", "image:", "category:"}) {
    const std::string_view start = title.substr(0, name.size());
    if (std::ranges::equal(start, name, [](char found, char wanted) {
          return (found >= 'A' && found <= 'Z' ? found - 'A' + 'a' : found) == wanted;
        })) {
      return true;
    }
  }
  return false;
}

Entity ReadEntity(std::string_view text) {
  if (text.size() > 1 && text[1] == '#') return ReadNumber(text);
  std::size_t end = 1;
  while (end < text.size() && end <= kLongestEntity && (IsLetter(text[end]) || IsDigit(text[end])))
    ++end;
  if (end == text.size() || text[end] != ';') return {};
  const std::string_view name = text.substr(1, end - 1);
  const auto found = std::ranges::lower_bound(kEntities, name, {}, &NamedEntity::name);
  if (found == std::end(kEntities) || found->name != name) return {};
  return {end + 1, found->code_point};
}

}  // namespace arborist::wikitext
