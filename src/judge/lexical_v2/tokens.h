// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <string_view>
#include <vector>

#include "judge/lexical_v2/words.h"

// Tokens of a text as lexical-v2 reads it. FROZEN lexical-v2: docs/format/lexical-v2.md.
namespace arborist::judge::lexical {

enum class Kind : std::uint8_t { kStop, kContent, kName, kNumber };

struct Token {
  std::uint32_t begin = 0;  // bytes of the folded text
  std::uint32_t end = 0;
  std::uint32_t sentence = 0;
  std::uint32_t clause = 0;
  std::uint32_t passage = 0;
  std::uint32_t content = 0;     // counts tokens that are not kStop; sentence ends add 2
  std::uint32_t lower_hash = 0;  // LetterHash of lower
  std::uint16_t flags = 0;       // WordFlag
  Kind kind = Kind::kStop;
  Axis axis = Axis::kNone;
  std::int8_t pole = 0;
  bool strange = false;         // letters of two scripts: equals only its own spelling
  std::string_view unit = {};   // of a number with a unit beside it
  std::string_view lower = {};  // a view of the text, or of Letters
  std::string_view stem = {};   // of a number: its value

  bool Is(WordFlag flag) const { return (flags & flag) != 0; }
  bool counts() const { return kind != Kind::kStop; }
  bool SameLetters(const Token& other) const {
    return lower_hash == other.lower_hash && lower == other.lower;
  }
};

// Owns spellings that do not occur in the text: words in lower case, values of numbers. Views of
// them live as long as it does.
class Letters {
 public:
  Letters() = default;
  Letters(const Letters&) = delete;
  Letters& operator=(const Letters&) = delete;

  char* Room(std::size_t size) { return static_cast<char*>(memory_.allocate(size + 1, 1)); }
  std::string_view Keep(std::string_view letters) {
    char* const room = Room(letters.size());
    letters.copy(room, letters.size());
    return {room, letters.size()};
  }

 private:
  std::byte first_[512];  // enough for most sentences
  std::pmr::monotonic_buffer_resource memory_{first_, sizeof first_};
};

// The tokens of a folded text. The text is borrowed and must not move.
class Reading {
 public:
  explicit Reading(std::string_view folded);

  std::vector<Token>& tokens() { return tokens_; }
  const std::vector<Token>& tokens() const { return tokens_; }

 private:
  Letters letters_;
  std::vector<Token> tokens_;
};

// The stem by rules for English; other words pass nearly unchanged. A view of `lower`, or of
// `letters`.
std::string_view Stem(std::string_view lower, Letters* letters);

// The script of a letter, as far as look-alikes need it: 1 Latin, 2 Greek, 3 Cyrillic, 4 other.
int ScriptOf(char32_t letter);

}  // namespace arborist::judge::lexical
