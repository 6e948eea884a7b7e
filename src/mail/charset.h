// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace arborist::mail {

// How bytes became text.
enum class Trust : std::uint8_t {
  kAsDeclared,
  kUndeclared,  // no label, and valid UTF-8
  kGuessed,     // the label is missing or does not fit: UTF-8 if valid, else windows-1252
  kReplaced,    // as declared but for bytes that became U+FFFD
};

struct DecodedText {
  std::string text;  // valid UTF-8, may hold NUL
  Trust trust = Trust::kAsDeclared;
  std::size_t replaced = 0;
};

// The name for ICU of the charset that a mail means by a label; empty: none that is known.
std::string CharsetOf(std::string_view label);

// Never fails: mail lies about its charset, and a message lost is worse than a wrong character.
DecodedText DecodeBytes(std::string_view bytes, std::string_view label);

}  // namespace arborist::mail
