// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string_view>

#include "verify/lexical_v2/tokens.h"

namespace arborist::verify::lexical {

// What stands between two tokens, as far as it divides a text.
struct Gap {
  int lines = 0;
  bool stop = false;        // . ! ? and their like
  bool only_point = true;   // ... and nothing but full stops
  bool full_width = false;  // 。！？ need no blank behind
  bool quote = false;
  bool clause = false;
  bool blank = false;
  std::string_view currency = {};
};

// Words and numbers one after the other, each by itself: where it stands and what the tables say.
class Scanner {
 public:
  Scanner(std::string_view text, Letters* letters) : text_(text), letters_(letters) {}

  // False at the end. The token must be as made.
  bool Next(Token* token, Gap* gap);

 private:
  void Classify(bool ascii, bool capitals, Token* token);

  std::string_view text_;
  Letters* letters_;
  std::size_t end_ = 0;  // of the token before
};

}  // namespace arborist::verify::lexical
