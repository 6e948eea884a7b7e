// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v2: docs/format/lexical-v2.md, "Text" 3 and 4. Cuts a folded text into tokens and
// classifies each by itself. ASCII runs take a table lookup per byte; only other bytes go through
// the Unicode tables. What stands between two tokens is summed up in a Gap, from which Reading
// derives sentence, clause and passage.
#include "judge/lexical_v2/scan.h"

#include <array>
#include <cstdint>
#include <string>

#include "judge/lexical_v2/number.h"
#include "text/canonical.h"
#include "text/scan.h"

namespace arborist::judge::lexical {

namespace {

constexpr unsigned kTokenFlags = text::kWord | text::kAlpha | text::kDecimal;
bool IsTokenChar(char32_t c) { return (text::UnicodeFlags(c) & kTokenFlags) != 0; }

bool IsDigit(char32_t c) { return text::IsDecimal(c); }

// Classes of bytes, for text that is mostly ASCII.
enum ByteClass : std::uint8_t { kToken = 1, kCapital = 2, kJoiner = 4, kBeyond = 8 };
constexpr auto kByteClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  for (std::size_t c = '0'; c <= '9'; ++c) classes[c] = kToken;
  for (std::size_t c = 'a'; c <= 'z'; ++c) classes[c] = kToken;
  for (std::size_t c = 'A'; c <= 'Z'; ++c) classes[c] = kToken | kCapital;
  for (const char c : {'\'', '.', ','}) classes[static_cast<std::uint8_t>(c)] = kJoiner;
  for (std::size_t c = 0x80; c < 0x100; ++c) classes[c] = kBeyond;
  return classes;
}();
std::uint8_t ClassOf(char c) { return kByteClasses[static_cast<std::uint8_t>(c)]; }

// Whether a token continues across the character at pos: an apostrophe between letters, a point or
// comma between digits, a point between single letters (U.S.).
bool Joins(std::string_view text, std::size_t start, std::size_t pos) {
  const char c = text[pos];
  if ((c != '\'' && c != '.' && c != ',') || pos + 1 >= text.size()) return false;
  const char32_t before = text::Before(text, pos);
  const char32_t after = text::At(text, pos + 1);
  if (c == '\'') return text::IsAlpha(before) && text::IsAlpha(after);
  if (IsDigit(before) && IsDigit(after)) return true;
  if (c != '.' || !text::IsAlpha(before) || !text::IsAlpha(after)) return false;
  const std::size_t letter = text::PreviousStart(text, pos);
  std::size_t next = pos + 1;
  text::Decode(text, &next);
  const bool single_before = letter == start || text[letter - 1] == '.';
  const bool single_after = next >= text.size() || !IsTokenChar(text::At(text, next));
  return single_before && single_after;
}

std::size_t TokenEnd(std::string_view text, std::size_t start) {
  std::size_t pos = start;
  const bool dense = text::HasFlag(text::At(text, pos), text::kDense);
  text::Decode(text, &pos);
  while (pos < text.size()) {
    std::size_t next = pos;
    const std::uint16_t flags = text::UnicodeFlags(text::Decode(text, &next));
    const bool mark = (flags & text::kCombining) != 0;
    // A script without spaces: each character is a token, with its marks.
    if (!mark && (dense || (flags & text::kDense) != 0)) return pos;
    if ((flags & kTokenFlags) == 0 && !Joins(text, start, pos)) return pos;
    pos = next;
  }
  return pos;
}

constexpr std::string_view kCurrencies[] = {"$", "€", "£", "¥", "₹"};

void ReadGap(std::string_view text, std::size_t begin, std::size_t end, Gap* gap) {
  for (std::size_t pos = begin; pos < end;) {
    const std::size_t start = pos;
    const char32_t c = text::Decode(text, &pos);
    if (c == '\n' || (c == '\r' && (pos >= end || text[pos] != '\n'))) ++gap->lines;
    if (text::IsWhitespace(c)) {
      gap->blank = true;
    } else if (c == '.' || c == '!' || c == '?' || c == 0x2026) {
      gap->stop = true;
      if (c != '.') gap->only_point = false;
    } else if (c == 0x3002 || c == 0xFF01 || c == 0xFF1F || c == 0xFF61) {
      gap->stop = gap->full_width = true;
      gap->only_point = false;
    } else if (c == '"') {
      gap->quote = true;
    } else if (c == ',' || c == ';' || c == ':' || c == '(' || c == ')' || c == 0x2013 ||
               c == 0x2014 || c == 0xFF0C || c == 0x3001 || c == 0xFF1B || c == 0x60C ||
               (c == '-' && gap->blank)) {
      gap->clause = true;
    }
    if (c < 0x80 && c != '$') continue;
    for (const std::string_view sign : kCurrencies) {
      if (text.substr(start, sign.size()) == sign) gap->currency = UnitOf(sign);
    }
  }
}

bool AllUpper(std::string_view word) { return word.size() >= 2 && text::IsUpperString(word); }

// True for letters of two scripts.
bool IsMixed(std::string_view word) {
  bool mixed = false;
  int script = 0;
  for (std::size_t pos = 0; pos < word.size();) {
    const char32_t c = text::Decode(word, &pos);
    if (!text::IsAlpha(c)) continue;
    const int own = ScriptOf(c);
    if (script != 0 && own != script) mixed = true;
    script = own;
  }
  return mixed;
}

bool HasCapital(std::string_view word) {
  for (std::size_t pos = 0; pos < word.size();) {
    const std::uint16_t flags = text::UnicodeFlags(text::Decode(word, &pos));
    if ((flags & (text::kUpper | text::kTitle)) != 0) return true;
  }
  return false;
}

std::string_view Lower(std::string_view word, bool ascii, bool capitals, Letters* letters) {
  if (!ascii) return HasCapital(word) ? letters->Keep(text::ToLower(word)) : word;
  if (!capitals) return word;
  char* const room = letters->Room(word.size());
  for (std::size_t i = 0; i < word.size(); ++i) {
    room[i] = static_cast<char>(word[i] + (text::IsAsciiUpper(word[i]) ? 32 : 0));
  }
  return {room, word.size()};
}

}  // namespace

bool Scanner::Next(Token* token, Gap* gap) {
  const char* const bytes = text_.data();
  const std::size_t size = text_.size();
  std::size_t begin = end_;
  for (;; ++begin) {
    if (begin >= size) return false;
    if ((ClassOf(bytes[begin]) & kToken) != 0 || bytes[begin] == '%') break;
    if (ClassOf(bytes[begin]) != kBeyond) continue;
    std::size_t next = begin;
    if (IsTokenChar(text::Decode(text_, &next))) break;
    begin = next - 1;
  }
  if (begin == end_ + 1 && bytes[end_] == ' ') {
    gap->blank = true;
  } else {
    ReadGap(text_, end_, begin, gap);
  }
  std::size_t end = begin;
  unsigned seen = 0;
  while (end < size && (ClassOf(bytes[end]) & kToken) != 0) seen |= ClassOf(bytes[end++]);
  if (bytes[begin] == '%') {
    ++end;
  } else if (end < size && (ClassOf(bytes[end]) == kBeyond ||
                            (ClassOf(bytes[end]) == kJoiner && end + 1 < size &&
                             (ClassOf(bytes[end + 1]) & (kToken | kBeyond)) != 0))) {
    end = TokenEnd(text_, begin);
    for (std::size_t i = begin; i < end; ++i) seen |= ClassOf(bytes[i]);
  }
  token->begin = static_cast<std::uint32_t>(begin);
  token->end = static_cast<std::uint32_t>(end);
  end_ = end;
  Classify((seen & kBeyond) == 0, (seen & kCapital) != 0, token);
  return true;
}

void Scanner::Classify(bool ascii, bool capitals, Token* token) {
  const std::string_view raw = text_.substr(token->begin, token->end - token->begin);
  std::string_view lower = Lower(raw, ascii, capitals, letters_);
  if (lower.ends_with("'s")) lower.remove_suffix(2);
  token->lower = lower;
  token->lower_hash = LetterHash(lower);
  const WordEntry* entry = FindWord(lower, token->lower_hash);
  if (entry != nullptr) {
    token->flags = entry->flags;
    token->axis = entry->axis;
    token->pole = entry->pole;
  }
  if (lower.ends_with("n't")) token->flags |= kNegation;
  const char32_t first = text::At(raw, 0);
  if (IsDigit(first)) {
    token->kind = Kind::kNumber;
    token->stem = NumberValue(lower, letters_);
    return;
  }
  if (entry != nullptr && token->Is(kNumberWord)) {
    token->kind = Kind::kNumber;
    token->stem = entry->number;
    return;
  }
  if (entry != nullptr && token->Is(kScale)) {
    token->kind = Kind::kNumber;
    token->stem = ScaleValue(*entry, letters_);
    return;
  }
  const bool letter = lower.size() == 1 && lower[0] >= 'a' && lower[0] <= 'z';
  const bool acronym = (lower == "us" || lower == "it" || lower == "who") && AllUpper(raw);
  if (acronym) token->flags = 0;
  if ((token->Is(kStop) || token->Is(kNegation) || letter) && !acronym) {
    token->kind = Kind::kStop;
    return;
  }
  const bool upper = text::IsUpper(first) || text::HasFlag(first, text::kTitle);
  token->kind = upper ? Kind::kName : Kind::kContent;
  token->stem = entry != nullptr && !entry->unit.empty() ? entry->unit : Stem(lower, letters_);
  token->strange = !ascii && IsMixed(raw);
}

}  // namespace arborist::judge::lexical
