// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "markup/writer.h"

namespace arborist::markup {

// What readers of inline markup have in common that go from left to right once: the text, the place
// in it, and what is shown so far. The text is borrowed.
class InlineSpan {
 public:
  InlineSpan(std::string_view text, std::size_t depth, Work* work)
      : text_(text), depth_(depth), work_(work) {}

 protected:
  // Calls construct() at each place that is not behind a construct. It shows the construct that
  // begins there and returns its length, or 0, and then the byte is shown as it stands.
  template <typename Construct>
  std::string ReadBy(Construct construct) {
    while (pos_ < text_.size()) {
      ++work_->steps;
      const std::size_t taken = construct();
      if (taken == 0) out_ += text_[pos_];
      pos_ += std::max<std::size_t>(taken, 1);
    }
    return std::move(out_);
  }

  // Blanks stand before and behind the text.
  char At(std::size_t pos) const { return pos < text_.size() ? text_[pos] : ' '; }
  char Before() const { return pos_ > 0 ? text_[pos_ - 1] : ' '; }

  std::string_view text_;
  std::size_t depth_;  // of constructs around this text
  Work* work_;
  std::size_t pos_ = 0;
  std::string out_;
};

}  // namespace arborist::markup
