// SPDX-License-Identifier: AGPL-3.0-only
// Extends an excerpt to brackets and quotation marks that stand directly beside it and have their
// partner inside. One pass over the part with a stack of open marks; marks that look the same on
// both sides (") open only where a word begins. For display only: no verdict depends on it.
#include "judge/reference/brackets.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "text/scan.h"

namespace arborist::judge {

namespace {

constexpr std::array<std::pair<char32_t, char32_t>, 16> kPairs = {{{U'(', U')'},
                                                                   {U'[', U']'},
                                                                   {U'{', U'}'},
                                                                   {U'"', U'"'},
                                                                   {U'“', U'”'},
                                                                   {U'„', U'“'},
                                                                   {U'„', U'”'},
                                                                   {U'‘', U'’'},
                                                                   {U'«', U'»'},
                                                                   {U'‹', U'›'},
                                                                   {U'「', U'」'},
                                                                   {U'『', U'』'},
                                                                   {U'《', U'》'},
                                                                   {U'（', U'）'},
                                                                   {U'【', U'】'},
                                                                   {U'［', U'］'}}};

bool AreAPair(char32_t open, char32_t close) {
  return std::ranges::find(kPairs, std::pair(open, close)) != kPairs.end();
}
bool Opens(char32_t c) {
  return std::ranges::any_of(kPairs, [&](auto& p) { return p.first == c; });
}
bool Closes(char32_t c) {
  // An apostrophe closes nothing, unless a single quotation mark was opened.
  return c != U'’' && std::ranges::any_of(kPairs, [&](auto& p) { return p.second == c; });
}

// True where a mark that looks the same on both sides opens.
bool StandsBeforeAWord(std::string_view text, std::size_t pos) {
  if (pos == 0) return true;
  const char32_t before = text::Before(text, pos);
  return text::IsWhitespace(before) || (before != U'"' && Opens(before));
}

bool EndsAClause(char32_t c) {
  return std::u32string_view(U".,;:!?…").find(c) != std::u32string_view::npos;
}

}  // namespace

Extent WithPartners(std::string_view text, Extent part) {
  std::vector<char32_t> open;    // opened inside, not closed there
  std::vector<char32_t> closed;  // closed inside, not opened there
  for (std::size_t pos = part.begin; pos < part.end;) {
    const std::size_t here = pos;
    const char32_t c = text::Decode(text, &pos);
    if (c == U' ' || (c >= U'a' && c <= U'z')) continue;  // nearly all characters
    if (!open.empty() && AreAPair(open.back(), c)) {
      open.pop_back();
    } else if (Opens(c) && (c != U'"' || StandsBeforeAWord(text, here))) {
      open.push_back(c);
    } else if (Closes(c)) {
      closed.push_back(c);
    }
  }
  for (std::size_t pos = part.end; !open.empty() && pos < text.size();) {
    const char32_t c = text::Decode(text, &pos);
    if (AreAPair(open.back(), c)) {
      open.pop_back();
      part.end = pos;
    } else if (!EndsAClause(c)) {
      break;
    }
  }
  for (const char32_t c : closed) {
    if (part.begin == 0 || !AreAPair(text::Before(text, part.begin), c)) break;
    part.begin = text::PreviousStart(text, part.begin);
  }
  return part;
}

}  // namespace arborist::judge
