// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Texts as lexical-v2 compares them. FROZEN lexical-v2: docs/format/lexical-v2.md.
namespace arborist::verify::lexical {

// NFC, without characters that have no width or only steer direction, without [1]-like marks,
// curly quotes straight.
struct Folded {
  // From byte `text` of the text on, up to the next piece, it is as the original is from there on.
  struct Piece {
    std::size_t text;
    std::size_t original;
  };
  std::string text;
  std::string original;       // NFC only; empty when it is the text itself
  std::vector<Piece> pieces;  // in order

  std::string_view OriginalOf(std::size_t begin, std::size_t end) const;
};
Folded Fold(std::string_view given);

// What the verbatim test compares, of folded text: lower case, no double quotes, whitespace runs
// to one space. A blank line, which ends a passage, stays as one line feed.
std::string VerbatimForm(std::string_view folded);

}  // namespace arborist::verify::lexical
