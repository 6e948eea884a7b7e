// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string_view>

#include "judge/lexical_v2/tokens.h"

namespace arborist::judge::lexical {

// The dividers between two tokens.
struct Gap {
  int lines = 0;
  bool stop = false;        // . ! ? and their like
  bool only_point = true;   // the marks are full stops only
  bool full_width = false;  // 。！？ end a sentence without a blank behind
  bool quote = false;
  bool clause = false;
  bool blank = false;
  std::string_view currency = {};
};

// Gives tokens in order, each with its place and with what the tables say about the word alone.
// Borrows text and letters.
class Scanner {
 public:
  Scanner(std::string_view text, Letters* letters) : text_(text), letters_(letters) {}

  // False at the end of the text. *token and *gap must be newly made.
  bool Next(Token* token, Gap* gap);

 private:
  void Classify(bool ascii, bool capitals, Token* token);

  std::string_view text_;
  Letters* letters_;
  std::size_t end_ = 0;  // end of the previous token
};

}  // namespace arborist::judge::lexical
