// SPDX-License-Identifier: AGPL-3.0-only
#include "text/canonical.h"
#include "text/scan.h"
#include "verify/lexical_v2_tokens.h"

namespace arborist::verify::lexical {

namespace {

// No width, or direction only: nobody sees them, so they must not decide.
bool IsInvisible(char32_t c) {
  return c == 0xAD || c == 0x34F || c == 0x61C || c == 0x180E || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
}

char StraightQuote(char32_t c) {
  switch (c) {
    case 0x201C:
    case 0x201D:
    case 0x201E:
    case 0x201F:
      return '"';
    case 0x2018:
    case 0x2019:
    case 0x201A:
    case 0x201B:
    case 0x2BC:
      return '\'';
    case 0x2010:
    case 0x2011:
      return '-';
    default:
      return '\0';
  }
}

// Bytes of a citation mark [1], [1, 2], [3-5] at pos, or 0.
std::size_t MarkAt(std::string_view text, std::size_t pos) {
  constexpr std::size_t kLongest = 24;
  constexpr int kMostDigits = 3;  // [1990] is a year
  if (text[pos] != '[') return 0;
  int digits = 0;
  bool any = false;
  for (std::size_t end = pos + 1; end < text.size() && end - pos < kLongest; ++end) {
    const char c = text[end];
    if (c >= '0' && c <= '9') {
      any = true;
      if (++digits > kMostDigits) return 0;
    } else if (c == ']') {
      return any ? end + 1 - pos : 0;
    } else if (c == ',' || c == '-' || c == ' ') {
      digits = 0;
    } else {
      return 0;
    }
  }
  return 0;
}

bool IsPlain(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80 || c == '[') return false;
  }
  return true;
}

}  // namespace

std::string_view Folded::OriginalOf(std::size_t begin, std::size_t end) const {
  if (at.empty() || begin >= end) return std::string_view(original).substr(begin, end - begin);
  // Up to where the next kept character began, less what was dropped in between.
  const std::size_t last = text::PreviousStart(text, end);
  std::size_t stop = at[last];
  text::Decode(original, &stop);
  return std::string_view(original).substr(at[begin], stop - at[begin]);
}

Folded Fold(std::string_view text) {
  Folded folded;
  if (IsPlain(text)) {
    folded.original = folded.text = std::string(text);
    return folded;
  }
  folded.original = text::Nfc(text);
  const std::string_view source = folded.original;
  folded.text.reserve(source.size());
  folded.at.reserve(source.size());
  for (std::size_t pos = 0; pos < source.size();) {
    const std::size_t start = pos;
    if (const std::size_t mark = MarkAt(source, pos); mark != 0) {
      pos += mark;
      continue;
    }
    const char32_t c = text::Decode(source, &pos);
    if (IsInvisible(c)) continue;
    if (const char straight = StraightQuote(c); straight != '\0') {
      folded.text.push_back(straight);
    } else {
      folded.text.append(source, start, pos - start);
    }
    folded.at.resize(folded.text.size(), static_cast<std::uint32_t>(start));
  }
  // What was dropped may have kept a letter and its accent apart.
  if (std::string again = text::Nfc(folded.text); again != folded.text) {
    folded.text = again;
    folded.original = std::move(again);
    folded.at.clear();
  } else if (folded.text == folded.original) {
    folded.at.clear();
  }
  return folded;
}

std::string VerbatimForm(std::string_view folded) {
  const std::string lower = text::ToLower(folded);
  std::string out;
  out.reserve(lower.size());
  char gap = '\0';
  for (std::size_t pos = 0; pos < lower.size();) {
    if (const std::size_t width = text::WhitespaceAt(lower, pos); width != 0) {
      int lines = 0;
      for (std::size_t next = width; next != 0; next = text::WhitespaceAt(lower, pos)) {
        const bool crlf = lower[pos] == '\r' && pos + 1 < lower.size() && lower[pos + 1] == '\n';
        if ((lower[pos] == '\n' || lower[pos] == '\r') && !crlf) ++lines;
        pos += next;
        if (pos >= lower.size()) break;
      }
      gap = lines >= 2 ? '\n' : gap == '\0' ? ' ' : gap;
      continue;
    }
    if (lower[pos] == '"') {
      ++pos;
      continue;
    }
    if (gap != '\0' && !out.empty()) out.push_back(gap);
    gap = '\0';
    out.push_back(lower[pos++]);
  }
  return out;
}

}  // namespace arborist::verify::lexical
