// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/canonical.h"

namespace arborist::stated {

struct Extent {
  std::size_t begin = 0;  // bytes
  std::size_t end = 0;
};

// A text as lexical-v3 compares it: NFC, without characters that have no width or set direction,
// without marks like [1] and [E2], with straight quotes and hyphens.
struct Folded {
  std::string text;
  bool steers_direction = false;  // it had a bidi control: people may see another text

  // Of which part of the given text a part of `text` was made. It cuts no character in two.
  Extent OriginalOf(Extent part) const;

  struct Piece {
    std::size_t text;
    std::size_t original;  // in NFC
  };
  // The byte of the NFC of the given text from which byte `at` of `text` was made.
  std::size_t NfcOf(std::size_t at) const;
  std::vector<Piece> pieces;  // from byte `text` on both run in step, up to the next piece
  std::vector<text::Recomposed> recomposed;  // the way from NFC to the given text
};
Folded Fold(std::string_view given);

}  // namespace arborist::stated
