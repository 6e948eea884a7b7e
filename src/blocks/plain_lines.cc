// SPDX-License-Identifier: AGPL-3.0-only
// The lines of a text without markup, with one survey of the whole text that single lines do not
// tell: whether lines are broken to a width, whether it is a page of a manual, and at which
// indentation the prose is.
#include "blocks/plain_lines.h"

namespace arborist::blocks {

namespace {

constexpr std::size_t kUnwrapped = 160;  // bytes: a longer line was not broken to a width

// Texts were written for terminals: a tab goes to the next multiple of 8.
std::size_t ColumnsBefore(const Line& line) {
  std::size_t columns = 0;
  for (const char c : line.text.substr(0, line.text.size() - line.rest.size())) {
    columns += c == '\t' ? 8 - columns % 8 : 1;
  }
  return columns;
}

}  // namespace

PlainLines::PlainLines(std::string_view text) : text_(text), lines_(markup::LinesOf(text)) {
  for (Line& line : lines_) line.indent = ColumnsBefore(line);
  Survey();
}

void PlainLines::Survey() {
  std::map<std::size_t, std::size_t> indents;
  std::size_t count = 0, titles = 0, below_title = 0;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Line& line = lines_[i];
    if (line.blank()) continue;
    ++count;
    ++indents[line.indent];
    if (line.rest.size() > kUnwrapped) unwrapped_ = true;
    if (const char mark = FenceMark(line); mark != '\0') last_fence_[mark] = i;
    if (line.indent == 0 && Indented(i + 1, 0) && IsUpperTitle(line.rest)) {
      if (++titles == 1) below_title = lines_[i + 1].indent;
    }
  }
  // The prose is at the smallest indentation that is not rare.
  constexpr std::size_t kRare = 6;
  for (const auto& [indent, lines] : indents) {
    body_indent_ = indent;
    if (kRare * lines >= count) break;
  }
  manual_ = titles > 1;
  if (manual_) body_indent_ = below_title;
}

std::size_t PlainLines::NextLine(std::size_t i) const {
  while (i < lines_.size() && lines_[i].blank()) ++i;
  return i;
}

std::size_t PlainLines::GroupEnd(std::size_t i) const {
  while (!Blank(i)) ++i;
  return i;
}

markup::Range PlainLines::RangeOf(std::size_t first, std::size_t end) const {
  const Line& last = lines_[end - 1];
  return {Offset(lines_[first].rest), Offset(last.rest) + last.rest.size()};
}

}  // namespace arborist::blocks
