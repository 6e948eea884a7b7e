// SPDX-License-Identifier: AGPL-3.0-only
#include "verify/lexical_v2_tokens.h"

#include <algorithm>

#include "text/canonical.h"
#include "text/scan.h"
#include "verify/lexical_v2_number.h"

namespace arborist::verify::lexical {

namespace {

bool IsTokenChar(char32_t c) {
  return (text::UnicodeFlags(c) & (text::kWord | text::kAlpha | text::kDecimal)) != 0;
}

bool IsDigit(char32_t c) { return text::IsDecimal(c); }

bool IsAscii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string Lower(std::string_view word) {
  if (!IsAscii(word)) return text::ToLower(word);
  std::string lower(word);
  for (char& c : lower) {
    if (text::IsAsciiUpper(c)) c = static_cast<char>(c + 32);
  }
  return lower;
}

// Whether a token goes on across the character at pos: an apostrophe inside a word, a point or
// comma inside a number, a point between single letters (U.S.).
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
    const char32_t c = text::Decode(text, &next);
    const bool mark = text::HasFlag(c, text::kCombining);
    // A script without spaces: each character is a token, with its marks.
    if (dense ? !mark : (text::HasFlag(c, text::kDense) && !mark)) return pos;
    if (!IsTokenChar(c)) {
      if (!Joins(text, start, pos)) return pos;
    }
    pos = next;
  }
  return pos;
}

constexpr std::string_view kCurrencies[] = {"$", "€", "£", "¥", "₹"};

// What stands between two tokens, as far as it divides a text.
struct Gap {
  int lines = 0;
  bool stop = false;        // . ! ? and their like
  bool only_point = true;   // ... and nothing but full stops
  bool full_width = false;  // 。！？ need no blank behind
  bool quote = false;
  bool clause = false;
  bool blank = false;
  std::string_view currency = {};
};

Gap ReadGap(std::string_view text, std::size_t begin, std::size_t end) {
  Gap gap;
  for (std::size_t pos = begin; pos < end;) {
    const std::size_t start = pos;
    const char32_t c = text::Decode(text, &pos);
    if (c == '\n' || (c == '\r' && (pos >= end || text[pos] != '\n'))) ++gap.lines;
    if (text::IsWhitespace(c)) {
      gap.blank = true;
    } else if (c == '.' || c == '!' || c == '?' || c == 0x2026) {
      gap.stop = true;
      if (c != '.') gap.only_point = false;
    } else if (c == 0x3002 || c == 0xFF01 || c == 0xFF1F || c == 0xFF61) {
      gap.stop = gap.full_width = true;
      gap.only_point = false;
    } else if (c == '"') {
      gap.quote = true;
    } else if (c == ',' || c == ';' || c == ':' || c == '(' || c == ')' || c == 0x2013 ||
               c == 0x2014 || c == 0xFF0C || c == 0x3001 || c == 0xFF1B || c == 0x60C ||
               (c == '-' && gap.blank)) {
      gap.clause = true;
    }
    if (c < 0x80 && c != '$') continue;
    for (const std::string_view sign : kCurrencies) {
      if (text.substr(start, sign.size()) == sign) gap.currency = UnitOf(sign);
    }
  }
  return gap;
}

bool EndsSentence(const Gap& gap, const Token& before, std::string_view text,
                  std::size_t next_start) {
  if (!gap.stop) return false;
  if (gap.full_width) return true;
  const char32_t next = text::At(text, next_start);
  const bool upper = text::IsUpper(next) || text::HasFlag(next, text::kTitle);
  const bool caseless = text::IsAlpha(next) && !text::IsUpper(next) && !text::IsLower(next);
  if (!upper && !caseless && !IsDigit(next) && !gap.quote) return false;
  if (!gap.blank && !gap.quote &&
      (!upper || before.lower.size() <= 1 || before.kind == Kind::kName))
    return false;
  if (!gap.only_point) return true;
  const bool single_letter = before.end - before.begin == 1 && before.kind == Kind::kStop;
  const bool initials = before.lower.size() > 1 && before.lower[1] == '.';
  return !single_letter && !initials && !before.Is(kAbbreviation);
}

bool AllUpper(std::string_view word) { return word.size() >= 2 && text::IsUpperString(word); }

void Classify(std::string_view raw, Token* token) {
  token->lower = Lower(raw);
  if (token->lower.ends_with("'s")) token->lower.resize(token->lower.size() - 2);
  const std::string& lower = token->lower;
  const WordEntry* entry = FindWord(lower);
  if (entry != nullptr) {
    token->flags = entry->flags;
    token->axis = entry->axis;
    token->pole = entry->pole;
  }
  if (lower.ends_with("n't")) token->flags |= kNegation;
  const char32_t first = text::At(raw, 0);
  if (IsDigit(first)) {
    token->kind = Kind::kNumber;
    token->stem = NumberValue(lower);
    return;
  }
  if (token->Is(kNumberWord)) {
    token->kind = Kind::kNumber;
    token->stem = std::string(entry->number);
    return;
  }
  if (token->Is(kScale)) {
    token->kind = Kind::kNumber;
    token->stem = ScaleValue(*entry);
    return;
  }
  const bool upper = text::IsUpper(first) || text::HasFlag(first, text::kTitle);
  const bool letter = lower.size() == 1 && lower[0] >= 'a' && lower[0] <= 'z';
  const bool acronym = AllUpper(raw) && (lower == "us" || lower == "it" || lower == "who");
  if (acronym) token->flags = 0;
  if ((token->Is(kStop) || token->Is(kNegation) || letter) && !acronym) {
    token->kind = Kind::kStop;
    return;
  }
  token->kind = upper ? Kind::kName : Kind::kContent;
  const std::string_view unit = UnitOf(lower);
  token->stem = unit.empty() ? Stem(lower) : std::string(unit);
  int script = 0;
  for (std::size_t pos = 0; pos < raw.size();) {
    const char32_t c = text::Decode(raw, &pos);
    if (!text::IsAlpha(c)) continue;
    const int own = ScriptOf(c);
    if (script != 0 && own != script) token->strange = true;
    script = own;
  }
}

}  // namespace

int ScriptOf(char32_t c) {
  if (c < 0x250 || (c >= 0x1E00 && c <= 0x1EFF)) return 1;
  if ((c >= 0x370 && c <= 0x3FF) || (c >= 0x1F00 && c <= 0x1FFF)) return 2;
  if (c >= 0x400 && c <= 0x52F) return 3;
  return 4;
}

std::string Stem(std::string_view lower) {
  std::string stem(lower);
  std::erase(stem, '.');
  const auto ends = [&](std::string_view end) { return stem.ends_with(end); };
  const auto drop = [&](std::size_t count) { stem.resize(stem.size() - count); };
  if (stem.size() > 4 && ends("ies")) {
    drop(3);
    stem += 'y';
  } else if (stem.size() > 4 &&
             (ends("sses") || ends("shes") || ends("ches") || ends("xes") || ends("zes"))) {
    drop(2);
  } else if (stem.size() > 3 && ends("s") && !ends("ss") && !ends("us") && !ends("is")) {
    drop(1);
  }
  if (stem.size() > 5 && ends("ing")) {
    drop(3);
  } else if ((stem.size() > 4 && ends("ed")) || (stem.size() > 5 && ends("ly"))) {
    drop(2);
  }
  if (stem.size() > 3) {
    const char last = stem.back();
    if (last == stem[stem.size() - 2] && last >= 'b' && last <= 'z' && last != 'l' && last != 's' &&
        last != 'e' && last != 'i' && last != 'o' && last != 'u') {
      drop(1);
    }
  }
  if (stem.size() > 4 && ends("e")) drop(1);
  if (stem.size() > 2 && ends("y")) stem.back() = 'i';
  return stem;
}

std::vector<Token> Tokenize(std::string_view text) {
  std::vector<Token> tokens;
  tokens.reserve(text.size() / 5 + 1);
  constexpr std::size_t kLongestSentence = 400;  // tokens; what follows is a sentence of its own
  std::uint32_t sentence = 0, clause = 0, passage = 0;
  std::size_t sentence_begin = 0;
  for (std::size_t pos = 0; pos < text.size();) {
    std::size_t next = pos;
    const char32_t c = text::Decode(text, &next);
    if (!IsTokenChar(c) && c != '%') {
      pos = next;
      continue;
    }
    Token token;
    token.begin = static_cast<std::uint32_t>(pos);
    token.end = static_cast<std::uint32_t>(c == '%' ? next : TokenEnd(text, pos));
    pos = token.end;
    Classify(text.substr(token.begin, token.end - token.begin), &token);
    std::size_t gap_begin = tokens.empty() ? 0 : tokens.back().end;
    const Gap gap = ReadGap(text, gap_begin, token.begin);
    if (!tokens.empty()) {
      const bool new_passage = gap.lines >= 2;
      if (new_passage) ++passage;
      if (new_passage || EndsSentence(gap, tokens.back(), text, token.begin) ||
          tokens.size() - sentence_begin >= kLongestSentence) {
        ++sentence;
        sentence_begin = tokens.size();
        ++clause;
      } else if (gap.clause) {
        ++clause;
      }
    }
    if (token.kind == Kind::kNumber) token.unit = gap.currency;
    token.sentence = sentence;
    token.clause = clause;
    token.passage = passage;
    if (!JoinNumber(&tokens, &token, text)) tokens.push_back(std::move(token));
  }
  MarkMonths(&tokens, text);
  std::uint32_t content = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0 && tokens[i].sentence != tokens[i - 1].sentence) content += 2;
    tokens[i].content = content;
    if (tokens[i].counts()) ++content;
  }
  return tokens;
}

}  // namespace arborist::verify::lexical
