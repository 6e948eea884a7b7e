// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string_view>

#include "stated/letters.h"
#include "stated/reading.h"

namespace arborist::stated {

// Cuts a text into tokens: words, numbers, and signs that carry meaning. Borrows the text.
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t begin) : text_(text), end_(begin) {}

  // Sets place, letters, kind and gap of the token. False at the end of the text.
  bool Next(Token* token, Letters* letters);
  std::size_t end() const { return end_; }  // of the last token

 private:
  std::size_t WordEnd(std::size_t begin) const;

  std::string_view text_;
  std::size_t end_;
};

}  // namespace arborist::stated
