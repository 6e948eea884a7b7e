// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN quote-repair-v1. Three rules, each one pass: collapse adjacent quote marks, drop a last
// mark without partner, and move a trailing citation out of each quotation. Only marks and
// citations are removed; a rule that changed words could turn a wrong quotation into a right one.
#include "run/repair.h"

#include <algorithm>

#include "judge/reference/units.h"

namespace arborist::run {

namespace {

constexpr std::string_view kMarks[] = {"\"", "“", "”"};

// The length of the quote mark at pos, or 0.
std::size_t MarkAt(std::string_view text, std::size_t pos) {
  for (const std::string_view mark : kMarks) {
    if (text.substr(pos).starts_with(mark)) return mark.size();
  }
  return 0;
}

void Note(std::string_view step, std::vector<std::string>* steps) {
  if (std::ranges::find(*steps, step) == steps->end()) steps->emplace_back(step);
}

// Replaces marks that directly follow each other by the first of them. An empty pair alone ("") has
// no text to lose.
std::string WithoutNestedMarks(std::string_view text, std::vector<std::string>* steps) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t pos = 0; pos < text.size();) {
    const std::size_t mark = MarkAt(text, pos);
    if (mark == 0) {
      out += text[pos++];
      continue;
    }
    out += text.substr(pos, mark);
    pos += mark;
    for (std::size_t next = 0; (next = MarkAt(text, pos)) != 0; pos += next) {
      Note("nested_marks", steps);
    }
  }
  return out;
}

std::vector<std::pair<std::size_t, std::size_t>> Marks(std::string_view text) {
  std::vector<std::pair<std::size_t, std::size_t>> marks;  // place and length
  for (std::size_t pos = 0; pos < text.size();) {
    const std::size_t mark = MarkAt(text, pos);
    if (mark != 0) marks.emplace_back(pos, mark);
    pos += std::max<std::size_t>(mark, 1);
  }
  return marks;
}

}  // namespace

Repaired RepairQuotes(std::string_view answer) {
  Repaired repaired;
  std::string text = WithoutNestedMarks(answer, &repaired.steps);
  auto marks = Marks(text);
  if (marks.size() % 2 != 0) {
    text.erase(marks.back().first, marks.back().second);
    marks.pop_back();
    Note("unpaired_mark", &repaired.steps);
  }
  std::size_t copied = 0;
  for (std::size_t i = 0; i + 1 < marks.size(); i += 2) {
    const std::size_t begin = marks[i].first + marks[i].second;
    const std::string_view quote = std::string_view(text).substr(begin, marks[i + 1].first - begin);
    const std::string_view bare = judge::StripTrailingCitation(quote);
    repaired.text += std::string_view(text).substr(copied, begin - copied);
    repaired.text += bare;
    if (bare.size() < quote.size()) Note("citation_tail", &repaired.steps);
    copied = marks[i + 1].first;
  }
  repaired.text += std::string_view(text).substr(copied);
  return repaired;
}

}  // namespace arborist::run
