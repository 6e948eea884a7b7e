// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// The forms in which lexical-v2 compares texts. FROZEN lexical-v2: docs/format/lexical-v2.md.
namespace arborist::judge::lexical {

// The folded text: NFC, without characters of no width or direction controls, without marks like
// [1], with straight quotes.
struct Folded {
  // From byte `text` on, up to the next piece, the folded text equals the original from byte
  // `original` on.
  struct Piece {
    std::size_t text;
    std::size_t original;
  };
  std::string text;
  std::string original;       // in NFC; empty if equal to text
  std::vector<Piece> pieces;  // in order

  std::string_view OriginalOf(std::size_t begin, std::size_t end) const;
};
Folded Fold(std::string_view given);

// The form of the verbatim test, made from folded text: lower case, no double quotes, each run of
// white space one space. A blank line, which ends a passage, becomes one line feed.
std::string VerbatimForm(std::string_view folded);

}  // namespace arborist::judge::lexical
