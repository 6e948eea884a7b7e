// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

#include "blocks/plain_signs.h"
#include "markup/blocks.h"

namespace arborist::blocks {

inline constexpr std::size_t kCodeIndent = 4;  // further in than the text around it

// The lines of a text without markup, and what the text as a whole is like.
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
  // The first line from i on that is not blank, or that is.
  std::size_t NextLine(std::size_t i) const;
  std::size_t GroupEnd(std::size_t i) const;
  bool FenceFollows(std::size_t i, char mark) const {
    const auto last = last_fence_.find(mark);
    return last != last_fence_.end() && last->second > i;
  }

  std::size_t Offset(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - text_.data());
  }
  // Lines from first up to end, which is behind the last.
  markup::Range RangeOf(std::size_t first, std::size_t end) const;

  std::string_view text_;
  std::vector<Line> lines_;
  bool unwrapped_ = false;       // lines are as long as what they say, as in what HTML shows
  bool manual_ = false;          // a page of a manual: NAME over an indented text
  std::size_t body_indent_ = 0;  // where the text stands

 private:
  void Survey();
  std::map<char, std::size_t> last_fence_;
};

}  // namespace arborist::blocks
