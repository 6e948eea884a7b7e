// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "verify/lexical_v2_words.h"

// How lexical-v2 reads a text. FROZEN lexical-v2: docs/format/lexical-v2.md.
namespace arborist::verify::lexical {

// A text as it is compared: NFC, without characters that have no width or only steer direction,
// without [1]-like marks, curly quotes straight. at[i] is the byte of `original` that byte i of
// `text` came from; empty when the two are the same.
struct Folded {
  std::string original;
  std::string text;
  std::vector<std::uint32_t> at;

  std::string_view OriginalOf(std::size_t begin, std::size_t end) const;
};
Folded Fold(std::string_view text);

// What the verbatim test compares, of folded text: lower case, no double quotes, whitespace runs
// to one space. A blank line, which ends a passage, stays as one line feed.
std::string VerbatimForm(std::string_view folded);

enum class Kind : std::uint8_t { kStop, kContent, kName, kNumber };

struct Token {
  std::uint32_t begin = 0;  // bytes of the folded text
  std::uint32_t end = 0;
  std::uint32_t sentence = 0;
  std::uint32_t clause = 0;
  std::uint32_t passage = 0;
  std::uint32_t content = 0;  // number among the tokens that are not kStop; sentence ends add 2
  std::uint16_t flags = 0;    // WordFlag
  Kind kind = Kind::kStop;
  Axis axis = Axis::kNone;
  std::int8_t pole = 0;
  bool strange = false;        // letters of two scripts: a look-alike, never the word it looks like
  std::string_view unit = {};  // of a number, where one stands beside it
  std::string lower;
  std::string stem;  // the value of a number

  bool Is(WordFlag flag) const { return (flags & flag) != 0; }
  bool counts() const { return kind != Kind::kStop; }
};

// Of folded text.
std::vector<Token> Tokenize(std::string_view text);

// The rule for English words; others pass nearly unchanged.
std::string Stem(std::string_view lower);

// Script of the letter c as far as look-alikes need it: 1 Latin, 2 Greek, 3 Cyrillic, 4 other.
int ScriptOf(char32_t c);

}  // namespace arborist::verify::lexical
