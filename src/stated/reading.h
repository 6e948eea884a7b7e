// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stated/letters.h"
#include "stated/word_table.h"
#include "stated/words.h"

// Tokens and sentences of a text as lexical-v3 reads it. FROZEN lexical-v3:
// docs/format/lexical-v3.md.
namespace arborist::stated {

// Comments (<!-- -->) of a source are skipped, those of an answer are not.
enum class Part : std::uint8_t { kSource, kAnswer };

enum class Kind : std::uint8_t { kWord, kName, kNumber, kSymbol };

// Marks between a token and the previous one.
enum GapFlag : std::uint16_t {
  kBlank = 1,
  kComma = 2,
  kSemicolon = 4,
  kColon = 8,
  kOpen = 16,   // ( [
  kClose = 32,  // ) ]
  kDash = 64,
  kQuote = 128,
  kLine = 256,
  kHyphen = 512,  // without blanks beside it
  kStop = 1024,   // . ! ?
  kCell = 2048,   // | or a tab
};
// Marks at which a clause may end.
inline constexpr std::uint16_t kPause =
    kComma | kSemicolon | kColon | kOpen | kClose | kDash | kCell | kStop;

struct Token {
  std::uint32_t begin = 0;  // bytes of the folded text
  std::uint32_t end = 0;
  std::uint32_t sentence = 0;
  std::uint32_t flags = 0;  // WordFlag
  std::uint32_t group = 0;  // the parts of a date share one and may stand in any order; else 0
  std::uint32_t hash = 0;   // WordHash of lower
  std::uint16_t gap = 0;    // GapFlag, before the token
  Kind kind = Kind::kWord;
  bool capital = false;
  bool possessive = false;                // 's
  bool quoted = false;                    // inside double quotes
  bool must = false;                      // a claim with this token needs it in the passage
  const ListedWord* listed = &kUnlisted;  // the entry of the tables for lower
  std::string_view lower = {};
  std::string_view key = {};   // lemma; value of a number; "not" for a negation
  std::string_view unit = {};  // unit of a number

  bool Is(std::uint32_t flag) const { return (flags & flag) != 0; }
  void Spell(std::string_view letters) { Spell(letters, WordHash(letters)); }
  void Spell(std::string_view letters, std::uint32_t its_hash) {
    lower = letters;
    hash = its_hash;
    listed = FindWord(letters, its_hash);
  }
};

enum class Form : std::uint8_t { kProse, kItem, kRow, kRecord, kHeading, kCode };

inline constexpr std::uint32_t kNoSentence = ~std::uint32_t{0};

struct Sentence {
  std::uint32_t first = 0;  // tokens, half open
  std::uint32_t last = 0;
  std::uint32_t begin = 0;  // including end punctuation and quotes
  std::uint32_t end = 0;
  std::uint32_t paragraph = 0;
  std::uint32_t lead = kNoSentence;     // the line that introduces the list of an item
  std::uint32_t heading = kNoSentence;  // the heading above it
  Form form = Form::kProse;
  Language language = Language::kUnknown;
  bool asks = false;      // ends with a question mark
  bool spoken = false;    // inside quotes that a text before them introduces
  bool scripted = false;  // in a script without blanks between words
};

// The tokens and sentences of a folded text. The text is borrowed and must not move; the views in
// tokens point into it or into the reading. Immutable after construction.
class Reading {
 public:
  // otherwise: the language of a text that is too short to tell.
  Reading(std::string_view folded, Part part, Language otherwise = Language::kUnknown);
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

  std::string_view text() const { return text_; }
  const std::vector<Token>& tokens() const { return tokens_; }
  const std::vector<Sentence>& sentences() const { return sentences_; }
  Language language() const { return language_; }  // the language of most of the text

 private:
  friend class Reader;

  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<Sentence> sentences_;
  Letters letters_;
  Language language_ = Language::kUnknown;
};

}  // namespace arborist::stated
