// SPDX-License-Identifier: AGPL-3.0-only
// Recognises the term of an entry that only emphasis marks, as in `**a**: its meaning`. Looks at
// the first 160 bytes of a block only. For the record of blocks; no base depends on it.
#include <algorithm>

#include "markup/writer.h"
#include "text/scan.h"

namespace arborist::markup {

namespace {

constexpr std::size_t kLongestTerm = 160;  // bytes, with its marks

// The length of `code`, **text** or *text* at pos; 0: none.
std::size_t MarkedLength(std::string_view text, std::size_t pos) {
  if (pos >= text.size() || !std::string_view("`*_").contains(text[pos])) return 0;
  const std::size_t run = std::min(text.find_first_not_of(text[pos], pos), text.size()) - pos;
  if (run > 3 || pos + run >= text.size() || text[pos + run] == ' ') return 0;
  const std::size_t close = text.find(text.substr(pos, run), pos + run);
  return close == std::string_view::npos ? 0 : close + run - pos;
}

// The length of a join between two terms of one entry; 0: there is none.
std::size_t JoinLength(std::string_view text, std::size_t pos) {
  for (const std::string_view join : {", ", " or ", " / ", "/", "|", " | ", " and "}) {
    if (text.substr(pos).starts_with(join)) return join.size();
  }
  return 0;
}

// Whether the term ends at pos: a colon or a dash follows.
bool EndsTerm(std::string_view text, std::size_t pos) {
  const std::string_view rest = text.substr(pos);
  for (const std::string_view mark : {": ", " - ", " -- ", " : ", " \u2013 ", " \u2014 "}) {
    if (rest.starts_with(mark)) return true;
  }
  return rest == ":";
}

}  // namespace

std::size_t TermLength(std::string_view text) {
  const std::string_view near = text.substr(0, kLongestTerm);
  for (std::size_t pos = 0;;) {
    const std::size_t length = MarkedLength(near, pos);
    if (length == 0) return 0;
    const std::size_t end = pos + length;
    const std::string_view inside = text::StripAny(near.substr(pos, length), "*_");
    if (EndsTerm(near, end) || (inside.ends_with(':') && near[pos] != '`')) return end;
    const std::size_t join = JoinLength(near, end);
    if (join == 0) return 0;
    pos = end + join;
  }
}

std::string TermOf(std::string_view shown) {
  while (shown.ends_with(':') || shown.ends_with(' ')) shown.remove_suffix(1);
  return std::string(shown);
}

}  // namespace arborist::markup
