// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace arborist::text {

enum class PieceKind : std::uint8_t {
  kSentence,
  kItem,     // of a list
  kHeading,  // a short line that states nothing
  kTable,    // cells side by side
  kCode,     // program text, commands and their output
};

// A stretch of a text that can be quoted alone, without white space around it.
struct Piece {
  std::size_t begin = 0;  // bytes
  std::size_t end = 0;
  PieceKind kind = PieceKind::kSentence;
};

// All pieces in order. Abbreviations, initials, decimals and U.S. end no sentence; blank lines,
// list items and headings do. Thai, which has no stops, is cut at blanks; overlong pieces at a
// semicolon, comma or blank. Linear in the length of the text. Pure.
std::vector<Piece> SplitPieces(std::string_view text);

}  // namespace arborist::text
