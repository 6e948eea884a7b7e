// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

#include "blocks/plain_signs.h"
#include "markup/blocks.h"

namespace arborist::blocks {

inline constexpr std::size_t kCodeIndent = 4;  // columns more than the prose

// The lines of a text without markup, and properties of the text as a whole. A line number behind
// the last line is blank to all questions. The text must outlive it.
class PlainLines {
 public:
  explicit PlainLines(std::string_view text);

 protected:
  bool Blank(std::size_t i) const { return i >= lines_.size() || lines_[i].blank(); }
  bool BlankBefore(std::size_t i) const { return i == 0 || lines_[i - 1].blank(); }
  bool Indented(std::size_t i, std::size_t more_than) const {
    return !Blank(i) && lines_[i].indent > more_than;
  }
  bool IsCodeLine(std::size_t i) const {
    return !Blank(i) && lines_[i].indent >= body_indent_ + kCodeIndent;
  }
  // The first line from i on that is not blank; that is blank.
  std::size_t NextLine(std::size_t i) const;
  std::size_t GroupEnd(std::size_t i) const;
  bool FenceFollows(std::size_t i, char mark) const {
    const auto last = last_fence_.find(mark);
    return last != last_fence_.end() && last->second > i;
  }

  std::size_t Offset(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - text_.data());
  }
  // The range of lines [first, end), without white space at its ends.
  markup::Range RangeOf(std::size_t first, std::size_t end) const;

  std::string_view text_;
  std::vector<Line> lines_;
  bool unwrapped_ = false;       // lines are not broken to a width, as in text taken from HTML
  bool manual_ = false;          // a page of a manual: titles in capitals over indented text
  std::size_t body_indent_ = 0;  // indentation of the prose

 private:
  void Survey();
  std::map<char, std::size_t> last_fence_;
};

}  // namespace arborist::blocks
