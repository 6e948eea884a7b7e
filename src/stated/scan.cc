// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Text" 3. Cuts tokens: words, numbers, and signs
// that carry meaning. Bytes are classified by a table (kJoints); only joining marks and bytes
// beyond ASCII are decoded. "3.14", "Cargo.lock", "foo_bar" and "C++" stay one token, because a
// claim that changes a part of them changes the whole.
#include "stated/scan.h"

#include <algorithm>
#include <array>

#include "stated/number.h"
#include "text/canonical.h"
#include "text/scan.h"

namespace arborist::stated {

namespace {

bool IsTokenChar(char32_t c) {
  return (text::UnicodeFlags(c) & (text::kWord | text::kAlpha | text::kDecimal)) != 0;
}
bool IsAsciiDigit(char32_t c) { return c >= '0' && c <= '9'; }

// True for signs that stand for a word: currencies, per cent, degrees, and anything that is not
// known punctuation.
bool IsSign(char32_t c) {
  if (c < 0x80) return c == '%' || c == '$';
  if (c == 0x20AC || c == 0xA3 || c == 0xA5 || c == 0x20B9 || c == 0xB0 || c == 0xB1 || c == 0xD7) {
    return true;
  }
  if (c < 0x2190) return false;  // punctuation, spaces, superscripts
  if (c >= 0x3000 && c <= 0x303F) return false;
  if (c >= 0xFF00 && c <= 0xFFEF) return false;
  if (c >= 0x2500 && c <= 0x25FF) return false;  // lines of tables, bullets
  if (c >= 0xFE00 && c <= 0xFE0F) return false;  // variation selectors
  return !IsTokenChar(c) && !text::IsWhitespace(c);
}

// The length of a comparison sign that stands between blanks or before a number, or 0.
std::size_t ComparisonAt(std::string_view text, std::size_t pos) {
  constexpr std::string_view kSigns[] = {"<=", ">=", "==", "!=", "<", ">"};
  for (const std::string_view sign : kSigns) {
    if (text.substr(pos, sign.size()) != sign) continue;
    const std::size_t next = pos + sign.size();
    const bool blank_before = pos > 0 && text[pos - 1] == ' ';
    const bool free = next < text.size() &&
                      (text[next] == ' ' || IsAsciiDigit(static_cast<unsigned char>(text[next])));
    return blank_before && free ? sign.size() : 0;
  }
  return 0;
}

std::uint16_t GapOf(char32_t c) {
  switch (c) {
    case ',':
    case 0x3001:
    case 0xFF0C:
    case 0x60C:
      return kComma;
    case ';':
    case 0xFF1B:
      return kSemicolon;
    case ':':
    case 0xFF1A:
      return kColon;
    case '(':
    case '[':
    case 0xFF08:
      return kOpen;
    case ')':
    case ']':
    case 0xFF09:
      return kClose;
    case 0x2013:
    case 0x2014:
      return kDash;
    case '"':
      return kQuote;
    case '\n':
    case '\r':
      return kLine | kBlank;
    case '|':
      return kCell;
    case '\t':
      return kCell | kBlank;
    case '.':
    case '!':
    case '?':
    case 0x2026:
    case 0x3002:
      return kStop;
    case '-':
      return kHyphen;
    default:
      return text::IsWhitespace(c) ? std::uint16_t{kBlank} : std::uint16_t{0};
  }
}

std::uint16_t ReadGap(std::string_view gap) {
  if (gap.size() == 1 && gap[0] == ' ') return kBlank;
  std::uint16_t flags = 0;
  for (std::size_t pos = 0; pos < gap.size();) flags |= GapOf(text::Decode(gap, &pos));
  // A hyphen beside a blank is a dash.
  if ((flags & kHyphen) != 0 && (flags & kBlank) != 0) {
    flags = static_cast<std::uint16_t>((flags & ~kHyphen) |
                                       (gap.contains(" - ") || gap.contains("--") ? kDash : 0));
  }
  return flags;
}

// Sets the letters in lower case and their hash: a view of the text where that is lower case
// already.
void SpellLower(std::string_view raw, Token* token, Letters* letters) {
  std::uint32_t hash = kOpenHash, high = 0;
  bool upper = false;
  for (const char c : raw) {
    high |= static_cast<std::uint8_t>(c);
    upper |= text::IsAsciiUpper(c);
    hash = HashStep(hash, c);
  }
  token->possessive =
      raw.size() > 2 && raw[raw.size() - 2] == '\'' && (raw.back() == 's' || raw.back() == 'S');
  if (high < 0x80 && !upper && !token->possessive) return token->Spell(raw, ClosedHash(hash));
  std::string_view lower = raw;
  if (high >= 0x80) {
    lower = letters->Keep(text::ToLower(raw));
  } else if (upper) {
    char* const room = letters->Room(raw.size());
    std::ranges::transform(raw, room, [](char c) {
      return text::IsAsciiUpper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
    });
    lower = {room, raw.size()};
  }
  if (token->possessive) lower.remove_suffix(2);
  token->Spell(lower);
}

// The effect of a byte on a word before it.
enum class Joint : std::uint8_t { kOther, kWord, kEnd };
constexpr auto kJoints = [] {
  std::array<Joint, 256> joints{};
  for (std::size_t c = 0; c < 128; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool digit = c >= '0' && c <= '9';
    const bool may_join = std::string_view("'_.,:+#").contains(static_cast<char>(c));
    joints[c] = letter || digit ? Joint::kWord : may_join ? Joint::kOther : Joint::kEnd;
  }
  return joints;
}();
Joint JointAt(std::string_view text, std::size_t pos) {
  return kJoints[static_cast<std::uint8_t>(text[pos])];
}

}  // namespace

std::size_t Scanner::WordEnd(std::size_t begin) const {
  std::size_t pos = begin;
  const char32_t first = text::Decode(text_, &pos);
  const bool dense = text::HasFlag(first, text::kDense);
  while (pos < text_.size()) {
    const Joint joint = JointAt(text_, pos);
    if (joint == Joint::kEnd) return pos;
    if (joint == Joint::kWord && !dense) {
      ++pos;
      continue;
    }
    std::size_t next = pos;
    const char32_t c = text::Decode(text_, &next);
    const bool mark = text::HasFlag(c, text::kCombining);
    if (!mark && (dense || text::HasFlag(c, text::kDense))) return pos;
    if (IsTokenChar(c)) {
      pos = next;
      continue;
    }
    const char32_t before = text::Before(text_, pos);
    const char32_t after = next < text_.size() ? text::At(text_, next) : 0;
    const bool word_after = after != 0 && IsTokenChar(after);
    bool joins = false;
    if (c == '\'') {
      joins = text::IsAlpha(before) && word_after && text::IsAlpha(after);
    } else if (c == '_') {
      joins = word_after || after == '_';
    } else if (c == '.') {
      // 3.14, Cargo.lock, U.S
      const bool single = text::IsUpper(before) && text::IsUpper(after) &&
                          (text::PreviousStart(text_, pos) == begin ||
                           text_[text::PreviousStart(text_, pos) - 1] == '.');
      joins = word_after && (single || text::IsLower(after) || text::IsDecimal(after));
    } else if (c == ',' || c == ':') {
      joins = IsAsciiDigit(before) && IsAsciiDigit(after);
    } else if (c == '+' || c == '#') {
      // C++, C#, F#
      joins =
          pos - begin == 1 && !word_after && text::IsUpper(before) && (c == '#' || after == '+');
      if (joins) return c == '#' ? next : next + 1;
    }
    if (!joins) return pos;
    pos = next;
  }
  return pos;
}

bool Scanner::Next(Token* token, Letters* letters) {
  const std::size_t from = end_;
  std::size_t begin = from, comparison = 0;
  char32_t first = 0;
  for (;;) {
    if (begin >= text_.size()) return false;
    if (JointAt(text_, begin) == Joint::kWord) {
      first = static_cast<unsigned char>(text_[begin]);
      break;
    }
    if (text_[begin] == ' ') {
      ++begin;
      continue;
    }
    std::size_t next = begin;
    first = text::Decode(text_, &next);
    if (IsTokenChar(first) || IsSign(first)) break;
    if (first == '&' && next < text_.size() && text_[next] == ' ') break;
    if (first == '!' || (first >= '<' && first <= '>')) comparison = ComparisonAt(text_, begin);
    if (comparison != 0) break;
    begin = next;
  }
  token->gap = ReadGap(text_.substr(from, begin - from));
  std::size_t end = begin;
  if (comparison != 0) {
    end += comparison;
    token->kind = Kind::kSymbol;
  } else if (!IsTokenChar(first)) {
    text::Decode(text_, &end);
    token->kind = first == '&' ? Kind::kWord : Kind::kSymbol;
  } else {
    end = WordEnd(begin);
  }
  token->begin = static_cast<std::uint32_t>(begin);
  token->end = static_cast<std::uint32_t>(end);
  end_ = end;
  const std::string_view raw = text_.substr(begin, end - begin);
  token->capital = text::IsUpper(first) || text::HasFlag(first, text::kTitle);
  SpellLower(raw, token, letters);
  token->key = token->lower;
  const bool number =
      token->listed->number != 0 || IsAsciiDigit(static_cast<unsigned char>(token->lower[0]));
  if (number && token->kind == Kind::kWord) ReadNumber(token, letters);
  return true;
}

}  // namespace arborist::stated
