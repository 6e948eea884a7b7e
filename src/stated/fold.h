// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/canonical.h"

namespace arborist::stated {

// A text as lexical-v3 compares it: NFC, without characters that have no width or set direction,
// without marks like [1] and [E2], with straight quotes and hyphens.
struct Folded {
  std::string text;
  bool steers_direction = false;  // it had a bidi control: people may see another text

  // The byte of the given text from which byte `at` of `text` was made, never one within a
  // character; size() maps to the end.
  std::size_t OriginalOf(std::size_t at) const;

  struct Piece {
    std::size_t text;
    std::size_t original;  // in NFC
  };
  std::vector<Piece> pieces;  // from byte `text` on both run in step, up to the next piece
  std::vector<text::Recomposed> recomposed;  // the way from NFC to the given text
};
Folded Fold(std::string_view given);

}  // namespace arborist::stated
